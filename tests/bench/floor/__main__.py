"""The floor as a server: `python -m tests.bench.floor PORT`.

What Flask under uvicorn and a2wsgi takes with a broadcast beside it, and nothing of ours.  Later
figures are multiples of it: it is frozen, imports nothing of the product, and `requirements.txt`
holds the versions that it was laid with.
"""

from __future__ import annotations

import gc
import resource
import sys
from typing import Any, cast

import uvicorn
from a2wsgi import WSGIMiddleware

from tests.bench.floor.app import application
from tests.bench.floor.broadcast import PATH, Broadcast, Receive, Send

THREADS = 16
SWITCH = 0.0005  # seconds; Python's own 5 ms would be felt in each answer
FILES = 8_192


def serve(port: int) -> None:
    live = Broadcast()
    pages = cast(Any, WSGIMiddleware(cast(Any, application(live.publish)), workers=THREADS))

    async def asgi(scope: Any, receive: Receive, send: Send) -> None:
        is_stream = scope["type"] == "http" and scope["path"].startswith(PATH)
        await (live.listen if is_stream else pages)(scope, receive, send)

    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    uvicorn.run(
        asgi, host="127.0.0.1", port=port,
        http="httptools", log_config=None, access_log=False, proxy_headers=False,
        server_header=False, lifespan="off",
    )  # fmt: skip


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if most == resource.RLIM_INFINITY else most
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, most), most))
    serve(int(sys.argv[1]))
