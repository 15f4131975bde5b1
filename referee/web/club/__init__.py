"""The club's pages: home, history, players, tables, devices, data, rules."""
