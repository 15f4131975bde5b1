"""What Flask alone takes: our server around an answer that saves, asks and draws nothing.

It sends its phones a message of the usual size.  Run as `python -m tests.bench.floor PORT`.
"""

from __future__ import annotations

import sys
from typing import Any

from flask import Flask, request

from referee import server as serve
from referee.web.live import Hub, Receive, Send, View
from referee.web.live import stream as live
from tests.bench.wire import many_files

HTML = "x" * 1_800


def application(hub: Hub) -> Flask:
    app = Flask("floor")
    app.extensions["hub"] = hub

    @app.post("/t/<table>/answer")
    def answer(table: str) -> str:
        hub.publish(view_of(table), int(request.form["seen"]) + 1, HTML)
        return HTML

    return app


def view_of(table: str) -> View:
    return View(table, "enter", "en")


async def listen(hub: Hub, scope: Any, receive: Receive, send: Send) -> None:
    table = scope["path"].removeprefix(live.PATH)
    await hub.listen(view_of(table), "", 0, lambda seen: None, receive, send)


if __name__ == "__main__":
    many_files()
    hub = Hub()
    live.endpoint = lambda app: lambda *asked: listen(hub, *asked)  # no rights are looked up
    serve.run(application(hub), serve.listen("127.0.0.1", int(sys.argv[1])))
