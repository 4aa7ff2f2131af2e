"""Files of any size: time on the clock beside cp and age, and peak memory."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

import measure
from judge import Judge

FORMATS = ("cobblestone", "omamori", "age")
MEBIBYTE = 1 << 20
HUGE = 8 * 1024


class Folder:
    """The files of one size, the keys they are encrypted with and the programs that work on them."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path) -> None:
        self.program, self.folder = program, folder
        for name in FORMATS:
            self.run([program, "key", name, folder / f"{name}.key"])

    def write_plain(self, mebibytes: int) -> None:
        """Random bytes, so that no file system saves anything."""
        with open(self.folder / "plain", "wb") as file:
            for _ in range(mebibytes):
                file.write(os.urandom(MEBIBYTE))
            file.flush()
            os.fsync(file.fileno())

    def clear(self) -> None:
        """Removes everything but the keys."""
        for path in self.folder.iterdir():
            if path.suffix != ".key":
                path.unlink()

    def own(self, name: str, direction: str, *how: str) -> measure.Cost:
        sealed, key = self.folder / f"sealed.{name}", self.folder / f"{name}.key"
        source, target = (self.folder / "plain", sealed) if direction == "encrypt" else (sealed, self.folder / "opened")
        return self.run([self.program, direction, name, key, source, target, *how], target)

    def cp(self) -> measure.Cost:
        return self.run(["cp", self.folder / "plain", self.folder / "copy"], self.folder / "copy")

    def durable_cp(self) -> measure.Cost:
        """What our programs do too: the copy is on the disk when the command ends."""
        copy = self.folder / "copy"
        return self.run(["sh", "-c", 'cp "$0" "$1" && sync "$1"', self.folder / "plain", copy], copy)

    def age(self, direction: str, then: str = "") -> measure.Cost:
        identity = self.folder / "age.key"
        how = ["-e"] if direction == "encrypt" else ["-d"]
        source, target = ("plain", "sealed.theirs") if direction == "encrypt" else ("sealed.age", "opened")
        target = self.folder / target
        script = f'age "$@" {then}'
        return self.run(["sh", "-c", script, target, *how, "-i", identity, "-o", target, self.folder / source], target)

    def is_intact(self) -> bool:
        """Whether what was opened last is the plaintext."""
        return subprocess.run(["cmp", "-s", self.folder / "plain", self.folder / "opened"], check=False).returncode == 0

    def run(self, command: list, target: pathlib.Path | None = None) -> measure.Cost:
        if target is not None:
            target.unlink(missing_ok=True)
            os.sync()  # Nothing that was written before waits for the disk while the clock runs.
        log = self.folder / "log"
        cost = measure.run([str(part) for part in command], str(log))
        if cost.exit_code != 0:
            raise SystemExit(f"{command[0]} ended with exit code {cost.exit_code}: {log.read_text()[-500:]}")
        return cost


def judge_all(
    program: pathlib.Path, folder: pathlib.Path, options: argparse.Namespace, bars: dict[str, float], judge: Judge
) -> int:
    """Measures in turn and takes the best of each; gives 3 when there is no room, 0 otherwise."""
    if not has_room(folder, 8 * options.mebibytes):
        return 3
    place = Folder(program, folder)
    peaks: dict[str, float] = {}
    place.write_plain(1)
    for name in FORMATS:
        for direction in ("encrypt", "decrypt"):
            show_peak(place.own(name, direction), f"{name}, {direction}, 1 MiB", bars, judge)

    place.write_plain(options.mebibytes)
    costs = time_all(place, options)
    judge_times(costs, options, bars, judge)
    for (name, direction), runs in costs.items():
        if name in FORMATS:
            peaks[f"{name}, {direction}, {options.mebibytes} MiB"] = max(run.peak_megabytes for run in runs)
    for what, peak in peaks.items():
        judge.at_most(f"peak MiB, {what}", peak, bars["filePeakMegabytes"])
    place.clear()
    if options.huge and has_room(folder, 3 * HUGE):
        judge_huge(place, bars, judge)
    return 0


def time_all(place: Folder, options: argparse.Namespace) -> dict[tuple[str, str], list[measure.Cost]]:
    costs: dict[tuple[str, str], list[measure.Cost]] = {}
    has_age = not options.no_peer and shutil.which("age")
    for _ in range(options.rounds):
        costs.setdefault(("cp", ""), []).append(place.cp())
        costs.setdefault(("cp and sync", ""), []).append(place.durable_cp())
        for name in FORMATS:
            for direction in ("encrypt", "decrypt"):
                costs.setdefault((name, direction), []).append(place.own(name, direction))
                hasty = place.own(name, direction, "nosync")
                costs.setdefault((f"{name} without sync", direction), []).append(hasty)
            if not place.is_intact():
                raise SystemExit(f"{name}: what was decrypted is not what was encrypted")
        for direction in ("encrypt", "decrypt") if has_age else ():
            costs.setdefault(("Debian age and sync", direction), []).append(place.age(direction, '&& sync "$0"'))
            costs.setdefault(("Debian age", direction), []).append(place.age(direction))
    return costs


def judge_times(
    costs: dict[tuple[str, str], list[measure.Cost]],
    options: argparse.Namespace,
    bars: dict[str, float],
    judge: Judge,
) -> None:
    best = {work: min(run.wall_seconds for run in runs) for work, runs in costs.items()}
    print(f"file to file, {options.mebibytes} MiB, two threads, best of {options.rounds}")
    for (name, direction), runs in costs.items():
        processor = min(run.cpu_seconds for run in runs)
        print(f"  {name} {direction}: {best[name, direction]:.3f} s on the clock, {processor:.3f} s CPU".replace(" :", ":"))
    for name in FORMATS:
        bar = bars["ageFileTimesCp" if name == "age" else "cobblestoneFileTimesCp"]
        for direction in ("encrypt", "decrypt"):
            for own, peer in ((name, "cp and sync"), (f"{name} without sync", "cp")):
                judge.at_most(f"{own} {direction} / {peer}", best[own, direction] / best[peer, ""], bar, 2)
    for name in FORMATS:
        for direction in ("encrypt", "decrypt") if ("Debian age", "encrypt") in best else ():
            for own, peer in ((name, "Debian age and sync"), (f"{name} without sync", "Debian age")):
                ratio = best[peer, direction] / best[own, direction]
                judge.at_least(f"{peer} / {own} {direction}", ratio, bars["fasterThanAge"])


def judge_huge(place: Folder, bars: dict[str, float], judge: Judge) -> None:
    place.write_plain(HUGE)
    for name in FORMATS:
        for direction in ("encrypt", "decrypt"):
            show_peak(place.own(name, direction), f"{name}, {direction}, {HUGE} MiB", bars, judge)
        (place.folder / f"sealed.{name}").unlink()


def show_peak(cost: measure.Cost, what: str, bars: dict[str, float], judge: Judge) -> None:
    judge.at_most(f"peak MiB, {what}", cost.peak_megabytes, bars["filePeakMegabytes"])


def has_room(folder: pathlib.Path, mebibytes: int) -> bool:
    free = shutil.disk_usage(folder).free // MEBIBYTE
    if free < mebibytes + 1024:
        print(f"{folder} has {free} MiB left, the files need {mebibytes + 1024}; they are left out", file=sys.stderr)
        return False
    return True
