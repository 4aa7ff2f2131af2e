"""What pinned requests cost: rates beside the curl tool, requests and httpx, all with one nginx in one run."""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from judge import Judge

from transport import server

PACKAGE = Path(__file__).resolve().parent
PEERS = {"requests": "requests==2.34.0", "httpx": "httpx==0.28.1"}
COUNT = 4000
HANDSHAKES = 200
ROUNDS = 5


def run(options: argparse.Namespace, bars: dict[str, float], judge: Judge) -> int:
    """Measures and judges; gives an exit code when there is no answer, 0 otherwise."""
    if missing := [name for name in ("nginx", "openssl", "curl", "swift") if shutil.which(name) is None]:
        print("missing:", *missing, file=sys.stderr)
        return 3
    options.state.mkdir(parents=True, exist_ok=True)
    program = build(options.state)
    python = None if options.no_peer else peers(options.state)
    if program is None:
        return 3
    with tempfile.TemporaryDirectory() as name, server.running(folder := Path(name)) as (kept, fresh):
        root = str(folder / "root.pem")
        numbers = [str(COUNT), str(HANDSHAKES)]
        ours_command = [program, kept, fresh, root, *numbers]
        theirs_commands = {
            peer: [python, PACKAGE / "peer.py", peer, kept, root, str(COUNT)] for peer in PEERS if python
        }
        ours, curl, theirs = {}, {}, {peer: {} for peer in theirs_commands}
        # In turns, so that other work on the machine slows everybody down alike; the best of each counts.
        for _ in range(ROUNDS):
            keep_best(ours, lines(ours_command))
            keep_best(curl, {"sequential": curl_rate(kept, root, COUNT, []),
                             "handshakes": curl_rate(fresh, root, HANDSHAKES, ["--no-sessionid"])})
            for peer, command in theirs_commands.items():
                keep_best(theirs[peer], lines(command))
    for name, rates in {"ours": ours, "curl": curl, **theirs}.items():
        print(f"  {name}: {', '.join(f'{key} {value:.1f}' for key, value in rates.items())}")
    for peer in theirs:
        judge.at_least(
            f"requests one by one / {peer}", ours["sequential"] / theirs[peer]["sequential"],
            bars["transportSequentialToRequests"])
    judge.at_least(
        "requests in parallel / curl one by one", ours["parallel"] / curl["sequential"],
        bars["transportParallelToCurl"])
    judge.at_least("handshakes / curl", ours["handshakes"] / curl["handshakes"], bars["transportHandshakesToCurl"])
    judge.at_most("judging a connection again, microseconds", ours["judging"], bars["transportJudgingMicroseconds"])
    return 0


def lines(command: list) -> dict[str, float]:
    """What a program prints as `name value` lines."""
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {name: float(value) for name, value in (line.split(" ") for line in output.splitlines())}


def keep_best(rates: dict[str, float], found: dict[str, float]) -> None:
    """Keeps the greater rates, and of what is a cost the smaller one."""
    for name, value in found.items():
        choose = min if name == "judging" else max
        rates[name] = choose(rates.get(name, value), value)


def curl_rate(url: str, root: str, count: int, options: list[str]) -> float:
    """Requests a second of one process of the curl tool, which keeps its connection where the server does."""
    command = ["curl", "-sS", "--cacert", root, "--capath", "/dev/null", *options, "-K", "-"]
    times = []
    for number in (1, count + 1):
        configuration = "".join(f'url = "{url}"\noutput = "/dev/null"\n' for _ in range(number))
        start = time.perf_counter()
        subprocess.run(command, input=configuration, text=True, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return count / (times[1] - times[0])


def peers(state: Path) -> Path | None:
    """A Python with the peers."""
    environment = state / "transport-python"
    python = environment / "bin/python3"
    commands = [
        [sys.executable, "-m", "venv", environment],
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PEERS.values()],
    ]
    for command in [] if (environment / "ready").exists() else commands:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            print("the peers cannot be installed and are left out", result.stderr[-1000:], file=sys.stderr)
            return None
    (environment / "ready").touch()
    return python


def build(state: Path) -> Path | None:
    """The benchmark's own program, a package of its own that uses the library as an app does."""
    scratch = state / "transport-build"
    command = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", scratch]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(result.stdout[-4000:], result.stderr[-4000:], file=sys.stderr)
        return None
    return scratch / "release" / "TransportBenchmark"
