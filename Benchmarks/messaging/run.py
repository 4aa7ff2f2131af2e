"""What a session of messages costs, beside libsignal-protocol-c and libolm in the same run."""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from judge import Judge

PACKAGE = Path(__file__).resolve().parent
PEERS = {
    "signal": ["libsignal-protocol-c", "libcrypto"],
    "session": ["libsignal-protocol-c", "libcrypto"],
    "olm": ["olm"],
}
ROUNDS = 3


def run(options: argparse.Namespace, bars: dict[str, float], judge: Judge) -> int:
    """Measures and judges; gives an exit code when there is no answer, 0 otherwise."""
    options.state.mkdir(parents=True, exist_ok=True)
    own = build(options.state)
    if own is None:
        return 3
    programs = {"omamori": own} | ({} if options.no_peer else peers(options.state))
    best: dict[str, dict[str, float]] = {name: {} for name in programs}
    for _ in range(ROUNDS):
        for name, program in programs.items():
            rates = measure(program)
            if rates is None:
                return 3
            for what, rate in rates.items():
                best[name][what] = max(rate, best[name].get(what, 0))
    for what in best["omamori"]:
        print(f"  {what} a second: " + ", ".join(
            f"{name} {rates[what]:.0f}" for name, rates in best.items() if what in rates), flush=True)
    for peer, what, against, bar in [
        ("signal", "seal.64", "seal.64", "messagingSealTimesSignal"),
        ("signal", "open.64", "open.64", "messagingOpenTimesSignal"),
        ("signal", "pingpong", "pingpong", "messagingPingPongTimesSignal"),
        ("signal", "conversation.seal.64", "seal.64", "messagingConversationSealTimesSignal"),
        ("signal", "conversation.open.64", "open.64", "messagingConversationOpenTimesSignal"),
        ("signal", "conversation.pingpong", "pingpong", "messagingConversationPingPongTimesSignal"),
        ("session", "session", "session", "messagingSessionTimesSignal"),
        ("olm", "seal.1024", "seal.1024", "messagingLongSealTimesOlm"),
        ("olm", "open.1024", "open.1024", "messagingLongOpenTimesOlm"),
    ]:
        if peer in best:
            ratio = best["omamori"][what] / best[peer][against]
            judge.at_least(f"messaging {what} / {peer}", ratio, bars[bar])
        else:
            print(f"  {what}: {peer} is not there", flush=True)
    for what, bar in [("group.seal.50", "messagingGroupSeals"), ("group.open.50", "messagingGroupOpens")]:
        judge.at_least(f"messaging {what} a second", best["omamori"][what], bars[bar])
    return 0


def measure(program: Path) -> dict[str, float] | None:
    """The rates that a program prints, a line a rate."""
    result = subprocess.run([program], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(result.stdout, result.stderr, file=sys.stderr)
        return None
    return {name: float(rate) for name, rate in map(str.split, result.stdout.splitlines())}


def peers(state: Path) -> dict[str, Path]:
    """The programs of the libraries that are installed."""
    made = {}
    for name, libraries in PEERS.items():
        flags = subprocess.run(
            ["pkg-config", "--cflags", "--libs", *libraries], capture_output=True, text=True, check=False)
        if flags.returncode == 0:
            program, source = state / f"{name}_rates", PACKAGE / f"Peers/{name}_rates.c"
            subprocess.run(["cc", "-O2", "-o", program, source, *flags.stdout.split()], check=True)
            made[name] = program
    return made


def build(state: Path) -> Path | None:
    """The benchmark's own program, a package of its own; it sees what is internal, since the ratchet is."""
    if shutil.which("swift") is None:
        print("swift is missing", file=sys.stderr)
        return None
    scratch = state / "messaging-build"
    command = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", scratch]
    command += ["-Xswiftc", "-enable-testing"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(result.stdout[-4000:], result.stderr[-4000:], file=sys.stderr)
        return None
    return scratch / "release" / "MessagingBenchmark"
