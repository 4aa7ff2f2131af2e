"""What an audit costs, of trees of several kinds and beside mobsfscan."""

import argparse
import pathlib
import shutil
import sys

import measure
from audit import corpus, interfaces, peer
from judge import Judge


def run(options: argparse.Namespace, bars: dict[str, float], judge: Judge) -> int:
    """Measures and judges; gives an exit code when there is no answer, 0 otherwise."""
    state = options.state
    if not options.tool.exists():
        print(f"{options.tool} is missing; run: swift build -c release --product omamori", file=sys.stderr)
        return 3
    for name in ("corpus", "interfaces", "small"):
        shutil.rmtree(state / name, ignore_errors=True)
    written = corpus.write(state / "corpus", options.lines)
    corpus.write_small(state / "small")
    known = interfaces.copy(state / "interfaces")

    print(f"corpus: {written['lines']} lines, {written['bytes'] / 1e6:.1f} MB in {written['files']} files")
    costs = {}
    for jobs in (1, 2):
        cost = audit(options, state / "corpus", jobs)
        costs[jobs] = cost
        show(f"omamori, {jobs} job{'s' if jobs > 1 else ''}", cost, written["lines"])
        rate = cost.cpu_seconds * 100_000 / written["lines"]
        judge.at_most(f"CPU s a 100,000 lines, --jobs {jobs}", rate, bars["auditCPUSecondsPer100000Lines"])
        judge.at_most(f"peak MB, --jobs {jobs}", cost.peak_megabytes, bars["auditPeakMegabytes"])

    print(f"bars for {written['lines']} lines: those of 153,000, in proportion")
    share = written["lines"] / 153_000
    judge.at_most("CPU s, --jobs 1", costs[1].cpu_seconds, bars["auditCPUSeconds"] * share)
    judge.at_most("clock s, --jobs 2", costs[2].wall_seconds, bars["auditClockSeconds"] * share)
    warm = audit_again(options, state / "corpus", state / "cache")
    show("omamori, again, 2 jobs", warm, written["lines"])
    judge.at_most("clock s, with what the last audit kept", warm.wall_seconds, bars["auditWarmSeconds"] * share, 2)

    if known["files"]:
        print(f"interfaces: {known['lines']} lines, {known['bytes'] / 1e6:.1f} MB in {known['files']} files")
        cost = audit(options, state / "interfaces", 2)
        show("omamori, interfaces", cost, known["lines"])
        rate = cost.cpu_seconds * 100_000 / known["lines"]
        judge.at_most("CPU s a 100,000 lines, interfaces", rate, bars["auditCPUSecondsPer100000Lines"])
        judge.at_most("peak MB, interfaces", cost.peak_megabytes, bars["auditPeakMegabytes"])

    small = measure.median([measure.run(command(options.tool, state / "small", 1)) for _ in range(9)])
    print(f"small file: {small.wall_seconds * 1000:.0f} ms, {small.peak_megabytes:.0f} MB")
    judge.at_most("small file, ms", small.wall_seconds * 1000, bars["smallFileMilliseconds"])

    if not options.no_peer:
        compare_with_peer(state, costs[2], written["lines"], bars, judge)
    return 0


def command(tool: pathlib.Path, tree: pathlib.Path, jobs: int) -> list[str]:
    return [str(tool), "audit", str(tree), "--quiet", "--json", "--jobs", str(jobs), "--fail-on", "none", "--no-cache"]


def audit_again(options: argparse.Namespace, tree: pathlib.Path, cache: pathlib.Path) -> measure.Cost:
    """An audit of a tree of which nothing has changed since the last one, whose results are in `cache`."""
    shutil.rmtree(cache, ignore_errors=True)
    again = ["env", f"XDG_CACHE_HOME={cache}", *command(options.tool, tree, 2)[:-1]]
    measure.run(again)
    return measure.median([measure.run(again) for _ in range(options.repeat)])


def audit(options: argparse.Namespace, tree: pathlib.Path, jobs: int) -> measure.Cost:
    cost = measure.median([measure.run(command(options.tool, tree, jobs)) for _ in range(options.repeat)])
    if cost.exit_code != 0:
        raise SystemExit(f"the audit of {tree} ended with exit code {cost.exit_code}")
    return cost


def show(name: str, cost: measure.Cost, lines: int) -> None:
    print(
        f"{name}: {cost.cpu_seconds:.2f} s CPU ({cost.cpu_seconds * 100_000 / lines:.2f} s a 100,000 lines), "
        f"{cost.wall_seconds:.2f} s on the clock, {cost.peak_megabytes:.0f} MB"
    )


def compare_with_peer(state: pathlib.Path, own: measure.Cost, lines: int, bars: dict[str, float], judge: Judge) -> None:
    program = peer.install(state)
    if program is None:
        judge.unanswered("CPU of mobsfscan to that of omamori", "mobsfscan can not be installed")
        return
    cost, problem = peer.run(program, state / "corpus", state)
    show(f"mobsfscan {peer.VERSION}", cost, lines)
    if problem:
        judge.unanswered("CPU of mobsfscan to that of omamori", f"mobsfscan did not finish: {problem}")
        return
    print(
        f"mobsfscan / omamori: CPU {cost.cpu_seconds / own.cpu_seconds:.1f} times, "
        f"memory {cost.peak_megabytes / own.peak_megabytes:.1f} times, "
        f"clock {cost.wall_seconds / own.wall_seconds:.1f} times"
    )
    judge.at_least("CPU of mobsfscan to that of omamori", cost.cpu_seconds / own.cpu_seconds, bars["auditCPUToMobsfscan"], 1)
