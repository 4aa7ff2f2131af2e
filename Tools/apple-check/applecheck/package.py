"""Reads from the manifest which targets ship on Apple systems, in what order, with which settings."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from .platforms import NAMES, Platform
from .toolchain import CouldNotRun, run


@dataclass(frozen=True)
class Target:
    """A Swift target of the package, as one platform sees it."""

    name: str
    sources: tuple
    flags: tuple
    dependencies: tuple


class Package:
    """The package in a folder, as `swift package dump-package` describes it.

    As a root, its warnings are errors; as a dependency, it is what an app sees that sets no environment variable.
    """

    def __init__(self, root, scratch, as_dependency=False):
        self.root = Path(root)
        environment = {name: value for name, value in os.environ.items() if name != "OMAMORI_STRICT"}
        if not as_dependency:
            environment["OMAMORI_STRICT"] = "1"
        # In a folder of its own the package manager does not wait for a build that is running.
        command = ["swift", "package", "--scratch-path", scratch, "dump-package"]
        result = run(command, cwd=self.root, env=environment)
        if result.returncode != 0:
            raise CouldNotRun(f"the manifest cannot be read:\n{result.stderr}")
        self._manifest = json.loads(result.stdout)
        self._targets = {target["name"]: target for target in self._manifest["targets"]}

    @property
    def name(self):
        """The package's name, the boundary of `package` access."""
        return self._manifest["name"]

    def platforms(self):
        """The Apple systems that the manifest names, with their deployment targets."""
        return [
            Platform(entry["platformName"], entry["version"])
            for entry in self._manifest["platforms"]
            if entry["platformName"] in NAMES
        ]

    def shipped_targets(self, platform):
        """The Swift targets in the library products, each after the ones it depends on."""
        ordered = {}
        for product in self._manifest["products"]:
            if "library" in product["type"]:
                for name in product["targets"]:
                    if not self._needs_c(name, platform):
                        self._visit(name, platform, ordered)
        return list(ordered.values())

    def _needs_c(self, name, platform):
        """Whether a target needs a C library or C sources on the system. Apple's frameworks need none, so such a target is
        for Linux, which a product cannot say itself."""
        target = self._targets.get(name)
        if target is None or "Tests" in self._folder(target).parts:
            return False
        if target["type"] == "system" or not any(self._sources(target)):
            return True
        return any(self._needs_c(each, platform) for each in self._dependencies(target, platform))

    def _visit(self, name, platform, ordered):
        if name in ordered or not self._is_checked(name):
            return
        target = self._targets[name]
        dependencies = [entry for entry in self._dependencies(target, platform) if self._is_checked(entry)]
        for dependency in dependencies:
            self._visit(dependency, platform, ordered)
        sources = tuple(self._sources(target))
        if sources:
            flags = tuple(compiler_flags(target["settings"], platform))
            ordered[name] = Target(name, sources, flags, tuple(dependencies))

    def _is_checked(self, name):
        """False for C libraries of the system and for the fakes: an Apple system brings its own."""
        target = self._targets.get(name)
        if target is None or target["type"] != "regular":
            return False
        return "Tests" not in self._folder(target).parts

    def _folder(self, target):
        return Path(target.get("path") or f"Sources/{target['name']}")

    def _sources(self, target):
        folder = self.root / self._folder(target)
        excluded = [folder / path for path in target["exclude"]]
        for path in sorted(folder.rglob("*.swift")):
            if not any(path.is_relative_to(each) for each in excluded):
                yield path

    def _dependencies(self, target, platform=None):
        for dependency in target["dependencies"]:
            for kind in ("byName", "target"):
                if kind in dependency:
                    name, condition = dependency[kind][0], dependency[kind][-1]
                    if platform is None or applies(condition, platform):
                        yield name


def applies(condition, platform):
    """Whether a condition of the manifest (or none) holds on the platform in a debug build."""
    if not condition:
        return True
    names = condition.get("platformNames") or [platform.name]
    return platform.name in names and condition.get("config", "debug") == "debug"


def compiler_flags(settings, platform):
    """Spells a target's Swift settings the way the compiler front end wants them."""
    for setting in settings:
        if setting["tool"] != "swift" or not applies(setting.get("condition"), platform):
            continue
        (kind, value), = setting["kind"].items()
        match kind:
            case "swiftLanguageMode":
                yield from ("-swift-version", value["_0"])
            case "strictMemorySafety":
                yield "-strict-memory-safety"
            case "treatAllWarnings":
                yield "-warnings-as-errors" if value["_0"] == "error" else "-no-warnings-as-errors"
            case "treatWarning":
                yield from ("-Werror" if value["_1"] == "error" else "-Wwarning", value["_0"])
            case "enableUpcomingFeature":
                yield from ("-enable-upcoming-feature", value["_0"])
            case "enableExperimentalFeature":
                yield from ("-enable-experimental-feature", value["_0"])
            case "define":
                yield f"-D{value['_0']}"
            case "defaultIsolation":
                yield from ("-default-isolation", value["_0"])
            case "unsafeFlags" | "interoperabilityMode":
                continue  # Paths of this machine, and C++, mean nothing on an Apple system.
            case _:
                raise CouldNotRun(f"apple-check does not know the Swift setting {kind}")
