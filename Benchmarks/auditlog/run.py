"""What appending to an audit log costs: processor time a record, and group commit beside a loop in C."""

import argparse
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
    result = subprocess.run([program, options.state], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(result.stdout, result.stderr, file=sys.stderr)
        return 3
    found = dict(line.split(" ", 1) for line in result.stdout.splitlines())
    for name, text in found.items():
        print(f"  {name}: {text}", flush=True)
    judge.at_most(
        "audit log append of 512 bytes, µs of processor time", float(found["cpu.batch"].split()[0]),
        bars["auditLogAppendMicroseconds"])
    share = float(found["group.100"].rsplit(" ", 1)[1])
    judge.at_least("audit log group commit of 100 / C", share, bars["auditLogGroupCommitShare"])
    return 0


def build(state: Path) -> Path | None:
    """The benchmark's own program, a package of its own that uses the library as an app does."""
    if shutil.which("swift") is None:
        print("swift is missing", file=sys.stderr)
        return None
    scratch = state / "auditlog-build"
    command = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", scratch]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(result.stdout[-4000:], result.stderr[-4000:], file=sys.stderr)
        return None
    return scratch / "release" / "AppendBenchmark"
