"""A line that a test can unplug: what a browser calls offline leaves open streams alone, this does
not."""

from __future__ import annotations

import socket
import threading


class CutProxy:
    """Passes bytes on to a port of this computer, until it is cut."""

    def __init__(self, port: int) -> None:
        self.up = True
        self._target = ("127.0.0.1", port)
        self._lines: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self.up = False
        for line in list(self._lines):
            hang_up(line)

    def mend(self) -> None:
        self.up = True

    def close(self) -> None:
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if not self.up:
                near.close()
                continue
            try:
                far = socket.create_connection(self._target)
            except OSError:
                near.close()
                continue
            self._lines |= {near, far}
            for ends in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, to: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                to.sendall(data)
        except OSError:
            pass
        for line in (source, to):
            hang_up(line)
            line.close()
            self._lines.discard(line)


def hang_up(line: socket.socket) -> None:
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # the other end was first
