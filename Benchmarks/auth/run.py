"""What the verification of tokens costs: beside OpenSSL alone in the same process, node's crypto, and a second thread."""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from judge import Judge

PACKAGE = Path(__file__).resolve().parent
SECONDS = 0.5


def run(options: argparse.Namespace, bars: dict[str, float], judge: Judge) -> int:
    """Measures and judges; gives an exit code when there is no answer, 0 otherwise."""
    if shutil.which("swift") is None:
        print("missing: swift", file=sys.stderr)
        return 3
    options.state.mkdir(parents=True, exist_ok=True)
    program = build(options.state)
    if program is None:
        return 3
    node = None if options.no_peer else shutil.which("node")
    ours: dict[str, float] = {}
    theirs: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        samples = str(Path(folder) / "samples.json")
        subprocess.run([program, "make", samples], check=True)
        # In turns, so that other work on the machine slows everybody down alike; the best of each counts.
        for _ in range(options.rounds):
            keep_best(ours, lines([program, "rates", samples, str(SECONDS)]))
            if node:
                keep_best(theirs, lines([node, PACKAGE / "node.js", samples, str(SECONDS)]))
    print("verifications a second on one thread, best of", options.rounds)
    for name in ("RS256", "ES256", "EdDSA"):
        bar = bars["tokenRSAShareOfOpenSSL" if name == "RS256" else "tokenCurveShareOfOpenSSL"]
        openssl = ours[f"{name}.openssl"]
        judge.at_least(f"{name} / OpenSSL ({ours[name]:.0f} / {openssl:.0f})", ours[name] / openssl, bar)
    for name, bar in (("HS256", "tokenHMACTimesNode"), ("RS256", "tokenRSATimesNode")):
        if name not in theirs:
            print(f"  {name}: {ours[name]:.0f}; node is missing, so there is nothing to compare with")
            continue
        judge.at_least(f"{name} / node ({ours[name]:.0f} / {theirs[name]:.0f})", ours[name] / theirs[name], bars[bar])
    for name in ("RS256", "ES256", "EdDSA", "HS256"):
        one, two = ours[f"{name}.one"], ours[f"{name}.two"]
        judge.at_least(f"{name}, two threads / one ({two:.0f} / {one:.0f})", two / one, bars["tokenTwoThreads"])
    return 0


def lines(command: list) -> dict[str, float]:
    """What a program prints as `name value` lines."""
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {name: float(value) for name, value in (line.split(" ") for line in output.splitlines())}


def keep_best(best: dict[str, float], rates: dict[str, float]) -> None:
    for name, rate in rates.items():
        best[name] = max(rate, best.get(name, 0))


def build(state: Path) -> Path | None:
    """The benchmark's own program, a package of its own that uses the library as a server does."""
    scratch = state / "auth-build"
    command = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", scratch]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(result.stdout[-4000:], result.stderr[-4000:], file=sys.stderr)
        return None
    return scratch / "release" / "AuthBenchmark"
