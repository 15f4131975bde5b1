"""The PostgreSQL that the store tests rely on starts, answers, and is gone afterwards."""

import shutil
import tempfile
from pathlib import Path

import pytest
import sqlalchemy

from tests import postgres


def test_a_server_starts_answers_and_stops() -> None:
    folder = Path(tempfile.mkdtemp(prefix="referee-"))
    try:
        url, stop = postgres.start(folder)
        engine = sqlalchemy.create_engine(url)
        try:
            with engine.connect() as connection:
                assert connection.scalar(sqlalchemy.text("select 6 * 7")) == 42
        finally:
            engine.dispose()
            stop()
        with pytest.raises(sqlalchemy.exc.OperationalError):
            engine.connect()
    finally:
        shutil.rmtree(folder)
