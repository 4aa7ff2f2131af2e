"""What encryption costs: files beside cp and age, streams, messages and keys beside OpenSSL."""

import argparse
import shutil
import subprocess
import sys
import tempfile

from crypto import files, rates
from judge import Judge
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def run(options: argparse.Namespace, bars: dict[str, float], judge: Judge) -> int:
    """Measures and judges; gives an exit code when there is no answer, 0 otherwise."""
    options.state.mkdir(parents=True, exist_ok=True)
    program = build(options.state)
    if program is None:
        return 3
    rates.judge_all(program, options, bars, judge)
    with tempfile.TemporaryDirectory(dir=options.state, prefix="files-") as folder:
        return files.judge_all(program, Path(folder), options, bars, judge)


def build(state: Path) -> Path | None:
    """The benchmark's own program, a package of its own that uses the library as an app does."""
    if shutil.which("swift") is None:
        print("swift is missing", file=sys.stderr)
        return None
    scratch = state / "crypto-build"
    command = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", scratch]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(result.stdout[-4000:], result.stderr[-4000:], file=sys.stderr)
        return None
    return scratch / "release" / "CryptoBenchmark"
