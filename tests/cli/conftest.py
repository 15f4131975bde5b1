"""The command `referee` as a process of its own, with an instance folder of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

REFEREE = [sys.executable, "-c", "from referee.cli import main; main(prog_name='referee')"]
PATIENCE = 90  # seconds; a busy machine may be slow


class Home:
    """An installation in a folder: runs commands, starts and stops servers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "referee.sqlite"
        self.env = {
            **{k: v for k, v in os.environ.items() if not k.startswith("REFEREE_")},
            "REFEREE_INSTANCE": str(folder),
            "PYTHONUNBUFFERED": "1",
        }
        self.servers: list[subprocess.Popen[str]] = []

    def run(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*REFEREE, *words],
            env=self.env | env,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def serve(self, port: int) -> subprocess.Popen[str]:
        """A server that answers."""
        server = subprocess.Popen(
            [*REFEREE, "serve", "--local", "--port", str(port)],
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.servers.append(server)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if server.poll() is not None:
                assert server.stdout is not None
                pytest.fail(f"the server ended: {server.stdout.read()}")
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).close()
            except urllib.error.HTTPError as answer:
                answer.close()
                return server
            except OSError:
                time.sleep(0.05)
            else:
                return server
        return pytest.fail("the server does not answer")

    def stop(self) -> None:
        for server in self.servers:
            if server.poll() is None:
                server.kill()
            server.wait()
            if server.stdout is not None:
                server.stdout.close()


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    made = Home(tmp_path / "instance")
    yield made
    made.stop()


def find_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def free_port() -> Callable[[], int]:
    return find_port
