"""Compiles the modules that an Apple system provides, into the cache folder."""

import hashlib
import json

from . import interfaces
from .toolchain import CouldNotRun, run

# Our own frameworks in order: a module may import the ones before it. Some exist on one system alone.
FAKES = ["Security", "LocalAuthentication", "UIKit", "AuthenticationServices"]
ABSENT = {"ios": {"AppKit"}, "maccatalyst": {"AppKit"}, "macos": {"UIKit"}, "visionos": {"AppKit"}}


def digest(*parts):
    """A fingerprint of strings and of files' contents; a module is rebuilt when its fingerprint changes."""
    total = hashlib.sha256()
    for part in parts:
        data = part.read_bytes() if hasattr(part, "read_bytes") else str(part).encode()
        total.update(str(len(data)).encode() + b":" + data)
    return total.hexdigest()


def is_current(stamp, fingerprint):
    """Whether the file `stamp` records this very fingerprint."""
    return stamp.exists() and stamp.read_text() == fingerprint


class SystemModules:
    """The standard library, Foundation, Darwin and frameworks of one platform."""

    def __init__(self, toolchain, platform, cache, stubs, fakes, report):
        self.toolchain, self.platform, self.report = toolchain, platform, report
        self.stubs, self.fakes = stubs, fakes
        # Deep, like the folder it stands for: the compiler takes what is beside `usr` for the toolchain's own.
        self.resources = cache / toolchain.key / "system" / "usr" / "lib" / "swift"
        self.system = self.resources / platform.folder
        self.frameworks = cache / toolchain.key / f"frameworks-{platform.name}"
        self.sdk = cache / toolchain.key / "XROS.sdk"  # The compiler tells the system by this name, too.
        # What every later module depends on: grows with each module built, so a change rebuilds what follows.
        self.fingerprint = digest(toolchain.version, platform.sdk, *map(str, self.client_flags()))

    def build(self):
        """Brings every module up to date."""
        self._link_resources()
        for name in interfaces.STANDARD_LIBRARY:
            text = interfaces.retarget(self._linux_interface(name), self.platform.triple)
            self._build_from_interface(name, text)
        self._build_from_interface("Foundation", self._foundation())
        self._build_from_interface("CryptoKit", self._framework("CryptoKit"))
        self._build_from_source("Darwin", self.stubs / "Darwin", ["-import-underlying-module"])
        for name in ("AppKit", "Dispatch"):
            self._build_from_source(name, self.stubs / name)
        for name in FAKES:
            self._build_from_source(name, self.fakes / name)

    def client_flags(self):
        """What the compiler needs to find these modules."""
        return [
            *self._base_flags(), *self._sdk_flags(), "-disable-objc-interop", "-I", self.frameworks,
            "-I", self.stubs / "Darwin",
        ]

    def _base_flags(self):
        return [
            "-target", self.platform.triple, "-resource-dir", self.resources,
            "-module-cache-path", self.resources / "clang-modules",
            "-plugin-path", self.toolchain.resources / "host" / "plugins",  # Macros such as @TaskLocal.
            "-Xcc", "-nostdlibinc",  # Keeps /usr/include of this machine out.
        ]

    def _sdk_flags(self):
        if self.platform.sdk is None:
            return []
        # With an SDK the compiler looks for the shims there, unless it is told where they are.
        shims = self.resources / "shims" / "module.modulemap"
        return ["-sdk", self.sdk, "-Xcc", f"-fmodule-map-file={shims}"]

    def _link_resources(self):
        """Lends the compiler its own shims and C headers, which are the same on every system."""
        self.system.mkdir(parents=True, exist_ok=True)
        self.frameworks.mkdir(parents=True, exist_ok=True)
        for name in ("shims", "clang", "apinotes"):
            link = self.resources / name
            if not link.is_symlink():
                link.symlink_to(self.toolchain.resources / name)
        if self.platform.sdk is not None:
            self.sdk.mkdir(parents=True, exist_ok=True)
            (self.sdk / "SDKSettings.json").write_text(json.dumps(self.platform.sdk))

    def _linux_interface(self, name):
        folder = self.toolchain.resources / "linux" / f"{name}.swiftmodule"
        for suffix in (".private.swiftinterface", ".swiftinterface"):
            path = folder / (interfaces.LINUX_MODULE + suffix)
            if path.exists():
                return path.read_text()
        raise CouldNotRun(f"this toolchain has no textual interface of {name}")

    def _foundation(self):
        """The text of Foundation's interface: the printed essentials and the part written by hand."""
        printed = self.resources / "FoundationEssentials.printed"
        if not printed.exists():
            unfinished = printed.with_suffix(".unfinished")
            result = run([
                self.toolchain.synthesizer, "-module-name", "FoundationEssentials",
                "-target", interfaces.LINUX_MODULE, "-I", self.toolchain.resources / "linux",
                "-resource-dir", self.toolchain.resources, "-o", unfinished])
            if result.returncode != 0:
                raise CouldNotRun(f"FoundationEssentials cannot be printed:\n{result.stderr}")
            unfinished.rename(printed)
        handwritten = (self.stubs / "Foundation" / "Foundation.swiftinterface").read_text()
        version = self.toolchain.version
        return interfaces.foundation(printed.read_text(), handwritten, self.platform.triple, version)

    def _framework(self, name):
        """The text of a framework's interface that is written by hand."""
        handwritten = (self.stubs / name / f"{name}.swiftinterface").read_text()
        return interfaces.framework(name, handwritten, self.platform.triple, self.toolchain.version)

    def _build_from_interface(self, name, text):
        source = self.resources / f"{name}-{self.platform.name}.swiftinterface"
        output = self.system / f"{name}.swiftmodule" / f"{self.platform.module_file}.swiftmodule"
        if not source.exists() or source.read_text() != text:
            source.write_text(text)
        parse_as_standard_library = ["-parse-stdlib"] if name == "Swift" else []
        self._compile(name, output, [source], [
            "-compile-module-from-interface", source, *self._base_flags(), "-disable-availability-checking",
            *parse_as_standard_library])

    def _build_from_source(self, name, folder, flags=()):
        output = self.frameworks / f"{name}.swiftmodule"
        if name in ABSENT[self.platform.name]:
            output.unlink(missing_ok=True)
            return
        sources = sorted(folder.glob("*.swift"))
        if not sources:
            raise CouldNotRun(f"{folder} has no Swift files")
        headers = [*sorted(folder.glob("*.h")), *sorted(folder.glob("*.modulemap"))]
        # Bodies are skipped: only a framework's declarations matter here, the fakes run on Linux.
        # Its package is not ours, so what drives a fake (`package` access) is out of the adapters' reach.
        self._compile(name, output, [*sources, *headers], [
            "-emit-module", *self.client_flags(), "-swift-version", "5", "-package-name", "apple",
            "-disable-availability-checking", "-experimental-skip-all-function-bodies",
            "-parse-as-library", *flags, *sources])

    def _compile(self, name, output, inputs, arguments):
        """Compiles a module, unless it was made by this command from these files and modules."""
        command = [self.toolchain.frontend, *arguments, "-module-name", name, "-o", output]
        self.fingerprint = digest(self.fingerprint, *map(str, command), *inputs)
        stamp = output.with_suffix(".stamp")
        if is_current(stamp, self.fingerprint):
            return
        self.report(f"preparing {name} for {self.platform}")
        output.parent.mkdir(parents=True, exist_ok=True)
        stamp.unlink(missing_ok=True)
        result = run(command)
        if result.returncode != 0:
            raise CouldNotRun(f"{name} does not compile for {self.platform}:\n{errors(result.stderr)}")
        stamp.write_text(self.fingerprint)


def errors(diagnostics):
    """The first lines of a compiler's output that say what is wrong."""
    lines = [line for line in diagnostics.splitlines() if "error:" in line]
    return "\n".join(lines[:20]) or diagnostics[:2000]
