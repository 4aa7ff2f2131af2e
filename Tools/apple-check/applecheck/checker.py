"""Compiles the package's targets down to SIL, where every diagnostic of the compiler has been made."""

import re
import shutil
import time

from .modules import digest, is_current
from .toolchain import run


class Checker:
    """Checks Swift files against one platform's modules."""

    def __init__(self, toolchain, modules, package_name, folder):
        self.toolchain, self.modules, self.package_name = toolchain, modules, package_name
        self.folder = folder
        self.fingerprints = {}
        self.dependencies = {}  # Of each target that passed: the targets that it sees.

    def check(self, target):
        """Checks a target and emits its module for the next ones.

        Returns whether it passed, the compiler's diagnostics, and the seconds taken (0 when nothing changed).
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        undeclared = self.undeclared(target)
        if undeclared:
            return False, f"the manifest declares no dependency on {', '.join(undeclared)}\n", 0.0
        module, stamp = self.folder / f"{target.name}.swiftmodule", self.folder / f"{target.name}.stamp"
        missing = [name for name in target.dependencies if name not in self.fingerprints]
        if missing:
            return False, f"not checked: {', '.join(missing)} did not compile\n", 0.0
        below = [self.fingerprints[name] for name in target.dependencies]
        visible = self.visible(target)
        names = [str(path) for path in target.sources]
        fingerprint = digest(self.modules.fingerprint, "-application-extension", target.flags, names, *target.sources, *below)
        if is_current(stamp, fingerprint):
            self.fingerprints[target.name] = fingerprint
            self.dependencies[target.name] = visible
            return True, "", 0.0
        stamp.unlink(missing_ok=True)
        started = time.monotonic()
        passed, diagnostics = self.compile(
            target.name, target.flags, target.sources,
            ["-emit-module-path", module, "-I", self.imports(target, visible)])
        if passed:
            self.dependencies[target.name] = visible
            self.fingerprints[target.name] = fingerprint
            if not diagnostics:  # What still has something to say, such as a deprecation, is said every time.
                stamp.write_text(fingerprint)
        return passed, diagnostics, time.monotonic() - started

    def undeclared(self, target):
        """The targets that a target imports without a dependency on them; they are found through other dependencies."""
        known = set(self.fingerprints) - set(target.dependencies)
        imported = re.compile(r"^(?:@\w+ )?(?:\w+ )?import (\w+)", re.M)
        return sorted({name for path in target.sources for name in imported.findall(path.read_text())} & known)

    def visible(self, target):
        """The targets whose modules a target may load: its dependencies, and theirs."""
        return set(target.dependencies).union(*(self.dependencies[name] for name in target.dependencies))

    def imports(self, target, visible):
        """A folder with these modules alone: an import that the manifest does not declare finds nothing."""
        folder = self.folder / f"{target.name}.imports"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name in visible:
            (folder / f"{name}.swiftmodule").symlink_to(self.folder / f"{name}.swiftmodule")
        return folder

    def refusal(self, flags):
        """Why the compiler driver refuses these flags in a dependency that Xcode builds; empty when it takes them."""
        result = run([self.toolchain.driver, "-###", "-suppress-warnings", *flags, "Dependency.swift"])
        return result.stderr if result.returncode != 0 else ""

    def compile(self, name, flags, sources, options=()):
        """Emits SIL and throws it away. Type-checking alone would miss data races and uninitialised uses."""
        result = run([
            self.toolchain.frontend, "-emit-sil", "-o", "/dev/null", *self.modules.client_flags(),
            "-application-extension",  # A library may be linked into an extension, which has less.
            *flags, "-package-name", self.package_name.lower(), "-parse-as-library",
            "-module-name", name, *options, *sources])
        return result.returncode == 0, result.stderr
