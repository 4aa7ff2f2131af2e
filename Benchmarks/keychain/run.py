"""What the keychain file costs: rates beside SQLite alone, and how they grow with the number of items."""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

from judge import Judge
from keychain import service

PACKAGE = Path(__file__).resolve().parent


def run(options: argparse.Namespace, bars: dict[str, float], judge: Judge) -> int:
    """Measures and judges; gives an exit code when there is no answer, 0 otherwise."""
    options.state.mkdir(parents=True, exist_ok=True)
    program = build(options.state)
    if program is None:
        return 3
    durable = lines(program, [str(options.state), "--durable"])
    memory = lines(program, ["/dev/shm"])
    if durable is None or memory is None:
        return 3
    for place, found in [("disk", durable), ("memory", memory)]:
        for name, text in found.items():
            print(f"  {place} {name}: {text}", flush=True)
    judge.at_least("keychain set on the disk / SQLite", ratio(durable["set"]), bars["keychainDurableSetShare"])
    judge.at_least("keychain set in memory / SQLite", ratio(memory["set"]), bars["keychainSetShare"])
    judge.at_least("keychain get in memory / SQLite", ratio(memory["get"]), bars["keychainGetShare"])
    judge.at_least("keychain gets a second", number(memory["get"]), bars["keychainGetsASecond"], digits=0)
    growth = float(re.search(r"([0-9.]+) of that", memory["get.median.100000"]).group(1))
    judge.at_most("keychain get at 100,000 items / at 1,000", growth, bars["keychainGetGrowth"], digits=2)
    judge.at_most("keychain list of 10,000 items, ms", number(memory["list.10000"]), bars["keychainListMilliseconds"])
    judge.at_most("keychain unlock, ms", number(memory["unlock.1000"]), bars["keychainUnlockMilliseconds"])
    return 0 if options.no_peer else beside_gnome_keyring(options, bars, judge, durable)


def beside_gnome_keyring(
    options: argparse.Namespace, bars: dict[str, float], judge: Judge, durable: dict[str, str]
) -> int:
    """Compares what reaches the disk in both."""
    if not service.is_possible():
        print("  gnome-keyring is missing and was left out", flush=True)
        return 0
    peer = service.rates(options.state)
    if peer is None:
        return 3
    print(f"  gnome-keyring: {peer['set']:.0f} sets and {peer['get']:.0f} gets a second", flush=True)
    judge.at_least(
        "keychain set on the disk / gnome-keyring", number(durable["set"]) / peer["set"],
        bars["keychainSetTimesKeyring"], digits=0)
    judge.at_least(
        "keychain get on the disk / gnome-keyring", number(durable["get"]) / peer["get"],
        bars["keychainGetTimesKeyring"], digits=0)
    return 0


def lines(program: Path, arguments: list[str]) -> dict[str, str] | None:
    """What the program prints, by the first word of each line."""
    result = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
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
    scratch = state / "keychain-build"
    command = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", scratch]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(result.stdout[-4000:], result.stderr[-4000:], file=sys.stderr)
        return None
    return scratch / "release" / "KeychainBenchmark"
