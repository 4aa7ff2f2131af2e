"""What mobsfscan finds of the weaknesses that were planted, judged more kindly than our own tool."""

import json
import pathlib

from audit import peer
from audit.accuracy import places

# Of these it names the file alone.
WITHOUT_LINES = {".plist", ".entitlements", ".xcprivacy"}


def compare(apps: list[pathlib.Path], state: pathlib.Path) -> float | str:
    """Prints what it finds of the weaknesses of `apps`; gives the share in percent, or says why there is none."""
    program = peer.install(state)
    if program is None:
        return "mobsfscan can not be installed"
    there = found = said = meant = 0
    for app in apps:
        _, problem = peer.run(program, app, state)
        if problem:
            return f"mobsfscan did not finish: {problem}"
        reported = _reported(app, state / "mobsfscan.json")
        weaknesses = places.read(app / "planted.json") + places.read(app / "undetected.json")
        there += len(weaknesses)
        found += sum(any(_hits(place, finding) for finding in reported) for place in weaknesses)
        said += len(reported)
        meant += sum(any(_hits(place, finding) for place in weaknesses) for finding in reported)
    print(f"mobsfscan: {found} of {there} weaknesses; {meant} of its {said} findings stand where one was planted")
    return 100 * found / max(there, 1)


def _hits(place: places.Place, finding: dict) -> bool:
    """Whether it said anything at all about these lines, whatever it was."""
    if pathlib.Path(finding["file"]).suffix in WITHOUT_LINES:
        return place.file == finding["file"]
    return place.holds(finding)


def _reported(app: pathlib.Path, report: pathlib.Path) -> list[dict]:
    """Its findings with a place, each line once; what it says about the app as a whole has none."""
    seen = {}
    for result in json.loads(report.read_text(encoding="utf-8"))["results"].values():
        for match in result.get("files", []):
            first, last = match["match_lines"]
            file = str(pathlib.Path(match["file_path"]).resolve().relative_to(app.resolve()))
            seen[file, first, last] = {"file": file, "startLine": first, "endLine": last}
    return list(seen.values())
