"""What the verification of an audit log costs: beside a loop in C that opens and hashes as many records."""

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
    rates = {name: float(value) for name, value in (line.split(" ") for line in result.stdout.splitlines())}
    print("records of 512 bytes a second of processor time")
    judge.at_least("audit log, verified with the auditor's key", rates["verify"], bars["auditLogVerifiedASecond"], 0)
    print(f"  without it: {rates['public']:.0f}; sealed: {rates['seal']:.0f}")
    print(f"  C, AES-GCM and SHA-256 alone: {rates['C']:.0f}; share {rates['verify'] / rates['C']:.2f}")
    return 0


def build(state: Path) -> Path | None:
    """The benchmark's own program, a package of its own that uses the library as an auditor does."""
    if shutil.which("swift") is None:
        print("swift is missing", file=sys.stderr)
        return None
    scratch = state / "auditverify-build"
    command = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", scratch]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(result.stdout[-4000:], result.stderr[-4000:], file=sys.stderr)
        return None
    return scratch / "release" / "VerifyBenchmark"
