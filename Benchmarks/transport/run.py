"""What pinned requests cost: rates beside the curl tool, requests and httpx, all with one nginx in one run."""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from judge import Judge

from transport import server

PACKAGE = Path(__file__).resolve().parent
PEERS = {"requests": "requests==2.34.0", "httpx": "httpx==0.28.1"}
COUNT = 4000
HANDSHAKES = 200


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
        ours = best([program, kept, fresh, root, *numbers])
        curl = curl_rate(kept, root, COUNT, [])
        curl_handshakes = curl_rate(fresh, root, HANDSHAKES, ["--no-sessionid"])
        judge.at_least("requests in parallel / curl one by one", ours["parallel"] / curl, bars["transportParallelToCurl"])
        judge.at_least(
            "handshakes / curl", ours["handshakes"] / curl_handshakes, bars["transportHandshakesToCurl"])
        judge.at_most(
            "judging a connection again, microseconds", ours["judging"], bars["transportJudgingMicroseconds"])
        print(f"  a second: {', '.join(f'{key} {value:.0f}' for key, value in ours.items())}, curl {curl:.0f}"
              f" and {curl_handshakes:.0f} handshakes")
        for peer in PEERS if python else []:
            theirs = best([python, PACKAGE / "peer.py", peer, kept, fresh, root, *numbers])
            print(f"  {peer}: {theirs['sequential']:.0f} a second")
            judge.at_least(
                f"requests one by one / {peer}", ours["sequential"] / theirs["sequential"],
                bars["transportSequentialToRequests"])
    return 0


def best(command: list) -> dict[str, float]:
    """The best of each number that a program prints as `name.round value`; the least for costs."""
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: dict[str, float] = {}
    for line in output.splitlines():
        name, value = line.split(" ")
        name = name.split(".")[0]
        choose = min if name == "judging" else max
        found[name] = choose(found.get(name, float(value)), float(value))
    return found


def curl_rate(url: str, root: str, count: int, options: list[str]) -> float:
    """Requests a second of one process of the curl tool, which keeps its connection where the server does."""
    command = ["curl", "-sS", "--cacert", root, "--capath", "/dev/null", "-o", "/dev/null", *options]
    times = []
    for number in (1, count + 1):
        configuration = "".join(f'url = "{url}"\noutput = "/dev/null"\n' for _ in range(number))
        rounds = []
        for _ in range(3):
            with Stopwatch() as watch:
                subprocess.run([*command, "-K", "-"], input=configuration, text=True, check=True, capture_output=True)
            rounds.append(watch.seconds)
        times.append(min(rounds))
    return count / (times[1] - times[0])


class Stopwatch:
    """The time that a block takes."""

    def __enter__(self):
        import time

        self.now = time.perf_counter
        self.start = self.now()
        return self

    def __exit__(self, *_):
        self.seconds = self.now() - self.start


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
