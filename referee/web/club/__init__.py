"""The club's pages: home, history, players, tables, devices, data, rules."""

from referee.web.club import data, devices, history, home, players, rules, tables
