"""A test that measures time may fail for the machine's mood: it is tried once more, and named.

Such a test is marked `@pytest.mark.mood("why")`.  There is no second try for any other test, and
none in silence: the summary of the run names each test that was repeated, with the reason.
"""

from __future__ import annotations

import pytest
from _pytest.runner import runtestprotocol

REPEATED = "repeated for the machine's mood"
repeated: dict[str, str] = {}


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    mark = item.get_closest_marker("mood")
    if mark is None:
        return None
    (why,) = mark.args
    hook = item.config.hook
    hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    failed = [report for report in reports if report.failed]
    if failed:
        item._initrequest()  # type: ignore[attr-defined]  # fixtures are set up anew
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        first = failed[0].longreprtext.strip().splitlines()[-1]
        reports[-1].user_properties.append((REPEATED, f"{why}; the first time: {first}"))
    for report in reports:
        hook.pytest_runtest_logreport(report=report)
    hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    for name, why in report.user_properties:
        if name == REPEATED:
            repeated[report.nodeid] = str(why)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if repeated:
        terminalreporter.section(REPEATED)
        for test, why in sorted(repeated.items()):
            terminalreporter.line(f"{test}: {why}")
