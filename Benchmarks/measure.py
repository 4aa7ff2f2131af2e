"""Runs a program cold and reads from the system what it cost."""

import dataclasses
import os
import statistics
import subprocess
import time


@dataclasses.dataclass(frozen=True)
class Cost:
    """What one run cost: processor time of all its processes, memory of the largest of them, time on the clock."""

    cpu_seconds: float
    peak_megabytes: float
    wall_seconds: float
    exit_code: int


def run(command: list[str], log: str | None = None, environment: dict[str, str] | None = None) -> Cost:
    """Runs `command` once, its output thrown away or kept in `log`."""
    with open(log or os.devnull, "wb") as output:
        start = time.monotonic()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=environment
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    # Linux counts ru_maxrss in kibibytes.
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, wall, process.returncode)


def median(costs: list[Cost]) -> Cost:
    """The middle of each number; other work on the machine makes single runs dearer, never cheaper."""
    return Cost(
        statistics.median(cost.cpu_seconds for cost in costs),
        max(cost.peak_megabytes for cost in costs),
        statistics.median(cost.wall_seconds for cost in costs),
        max(cost.exit_code for cost in costs),
    )
