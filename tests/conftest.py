"""What every test shares: a clean environment, and properties that do not depend on the clock."""

import os

from hypothesis import settings

from tests.golf import golf
from tests.mood import (
    pytest_runtest_logreport,
    pytest_runtest_protocol,
    pytest_terminal_summary,
)

__all__ = [
    "golf",
    "pytest_runtest_logreport",
    "pytest_runtest_protocol",
    "pytest_terminal_summary",
]

# A setting of the developer's own installation must not reach a test; these are for tests alone.
FOR_TESTS = ("REFEREE_BENCH_MATCHES",)
for name in [name for name in os.environ if name.startswith("REFEREE_")]:
    if name not in FOR_TESTS:
        del os.environ[name]

# A slow machine is no reason to fail; a failure is printed so that it can be run again.
settings.register_profile("referee", deadline=None, print_blob=True)
settings.load_profile("referee")
