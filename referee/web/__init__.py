"""Pages: what is asked before any of them, then a room for each noun, and the live streams."""

from __future__ import annotations

from flask import Flask

from referee.settings import Settings
from referee.web import assets, errors, join, live, request, words
from referee.web.assets import A_YEAR
from referee.web.club import data, devices, history, home, players, rules, tables
from referee.web.guard import guesses, hosts, origin, roles
from referee.web.match import about, delete, new, sheet
from referee.web.screens import cards, plot
from referee.web.table import answer, correct, menu, play, rulings

# Hooks in this order: an unknown host hears nothing, another origin changes nothing, and only then
# is looked up who it is.
HOOKS = (request, words, cards, about, plot, assets, origin, guesses, live, roles, errors)
PAGES = (
    *(home, new, play, answer, sheet, correct, menu, rulings, join),
    *(devices, history, about, delete, data, players, tables, rules),
)


def init_app(app: Flask, settings: Settings) -> None:
    """Give the application all its hooks and pages."""
    hosts.init_app(app, settings)
    for part in HOOKS:
        part.init_app(app)
    for blueprint in dict.fromkeys(page.pages for page in PAGES):
        app.register_blueprint(blueprint)
