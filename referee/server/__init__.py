"""One process that serves the table: uvicorn, its lock, its address."""

from referee.server import network
from referee.server.errors import ServeError
from referee.server.lock import alone, known_at
from referee.server.network import addresses, listen, qr, where
from referee.server.run import run
