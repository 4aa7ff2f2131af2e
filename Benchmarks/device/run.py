"""What checks of a process cost, beside a C program that makes the same ones in the same process."""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

from judge import Judge

PACKAGE = Path(__file__).resolve().parent


def run(options: argparse.Namespace, bars: dict[str, float], judge: Judge) -> int:
    """Measures and judges; gives an exit code when there is no answer, 0 otherwise."""
    options.state.mkdir(parents=True, exist_ok=True)
    program = build(options.state)
    if program is None:
        return 3
    found = lines(program)
    if found is None:
        return 3
    for name, text in found.items():
        print(f"  {name}: {text}", flush=True)
    judge.at_most("device full scan, ms", number(found["full"]) / 1000, bars["deviceScanMilliseconds"])
    judge.at_most("device full scan / C that compares every byte", ratio(found["all"]), bars["deviceScanToC"], digits=2)
    judge.at_most("device tracer check, us", number(found["tracer"]), bars["deviceTracerMicroseconds"])
    judge.at_most("device tracer check / C", ratio(found["tracer"]), bars["deviceTracerToC"], digits=2)
    return 0


def lines(program: Path) -> dict[str, str] | None:
    """What the program prints, by the first word of each line."""
    result = subprocess.run([program], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(result.stdout, result.stderr, file=sys.stderr)
        return None
    return dict(line.split(" ", 1) for line in result.stdout.splitlines())


def number(text: str) -> float:
    """The first number of a text."""
    return float(re.match(r"[0-9.]+", text).group())


def ratio(text: str) -> float:
    """The ratio that a line ends with."""
    return float(text.rsplit(" ", 1)[1])


def build(state: Path) -> Path | None:
    """The benchmark's own program, a package of its own that uses the library as an app does."""
    if shutil.which("swift") is None:
        print("swift is missing", file=sys.stderr)
        return None
    scratch = state / "device-build"
    command = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", scratch]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(result.stdout[-4000:], result.stderr[-4000:], file=sys.stderr)
        return None
    return scratch / "release" / "DeviceBenchmark"
