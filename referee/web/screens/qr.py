"""The QR code as one SVG path: black runs of modules; the page puts the white card round it."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_M

QUIET = 4  # modules of white around the code


@lru_cache(maxsize=256)
def path_of(text: str) -> tuple[int, str]:
    """The width in modules, quiet zone included, and the path; `text` best in upper case."""
    code = QRCode(error_correction=ERROR_CORRECT_M, border=QUIET)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    runs: list[str] = []
    for y, row in enumerate(rows):
        x = 0
        for dark, cells in groupby(row):
            length = len(list(cells))
            if dark:
                runs.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return len(rows), "".join(runs)
