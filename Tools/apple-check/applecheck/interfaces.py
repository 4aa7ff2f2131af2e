"""Turns the toolchain's Linux module interfaces into text that compiles for an Apple system.

Only types are checked and nothing is linked, so a body may be replaced; a declaration's type never is.
"""

import re

LINUX_MODULE = "x86_64-unknown-linux-gnu"

# The order matters: each module may import the ones before it.
STANDARD_LIBRARY = [
    "Swift", "SwiftOnoneSupport", "_Concurrency", "_RegexParser", "_StringProcessing", "Observation",
    "Synchronization",
]

# Nothing is run, so inlinable bodies need no optimisation, which takes half of the standard library's time.
# Diagnostics do not depend on it: what they look into is inlined before.
QUICK = "-disable-sil-perf-optzns"

# Families of FoundationEssentials that no check needs; their printed form does not parse back.
UNNEEDED = r"(Predicate|POSIXError|Attribute(d|Container|Scope|Dynamic))"


def retarget(text, triple):
    """Rewrites a Linux `.swiftinterface` of the standard library for an Apple triple."""
    text = text.replace(f"-target {LINUX_MODULE}", f"-target {triple} {QUICK}")
    # The front end refuses to back-deploy a function whose module was never part of an older system.
    text = re.sub(r"^\s*@backDeployed\(.*\)\s*$", "", text, flags=re.M)
    text = re.sub(r"@backDeployed\([^)]*\) ", "", text)
    # Bodies that call x86 or Linux helpers, which the shims do not declare for arm64.
    text = text.replace("self = _stdlib_remainderl(self, other)", "fatalError()")
    text = text.replace("self = _stdlib_squareRootl(self)", "fatalError()")
    text = text.replace("_swift_stdlib_gettid()", "UInt32(0)")
    return re.sub(r"^(public |internal |private |@_exported )?import Glibc.*$", "", text, flags=re.M)


def foundation(printed, handwritten, triple, version):
    """Builds the interface of Apple's `Foundation` from the printed FoundationEssentials and our own part.

    On Apple systems the essentials are inside Foundation; no module FoundationEssentials exists there.
    """
    imports = ["Swift", "_Concurrency", "_StringProcessing", "Synchronization"]
    return _header("Foundation", imports, triple, version) + parseable(printed) + handwritten


def framework(name, handwritten, triple, version):
    """Builds the interface of a framework on Foundation from a text written by hand."""
    return _header(name, ["Swift", "_Concurrency", "Foundation"], triple, version) + handwritten


def _header(name, imports, triple, version):
    return "\n".join([
        "// swift-interface-format-version: 1.0",
        f"// swift-compiler-version: {version}",
        f"// swift-module-flags: -target {triple} {QUICK} -disable-objc-interop -enable-library-evolution"
        f" -swift-version 5 -module-name {name} -enable-experimental-feature SuppressedAssociatedTypes"
        " -enable-experimental-feature LifetimeDependence -enable-experimental-feature Lifetimes",
        *(f"import {module}" for module in imports), "",
    ])


def parseable(printed):
    """Repairs what `swift-synthesize-interface` prints for readers and the compiler cannot read back."""
    text = re.sub(r"^\s*///.*\n", "", printed, flags=re.M)
    text = re.sub(r"^import (Glibc|Synchronization)$", "", text, flags=re.M)
    text = _without_unneeded(text)
    # Setters are printed with their access, but accessors that are not public are left out.
    text = text.replace("internal(set) ", "").replace("private(set) ", "")
    text = re.sub(r"^[^\n]*\bsubscript\b[^\n]*->[^\n{}]*$", _with_accessors, text, flags=re.M)
    text = re.sub(
        r"^    (@inlinable public var count: Int|public var (processName: String|order: SortOrder))$",
        _with_accessors, text, flags=re.M)
    # An @available left in front of a closing brace belonged to a declaration dropped above.
    return re.sub(r"(\n    @available\([^\n]*\))+\n\s*\n\}", "\n}", text)


def _without_unneeded(text):
    declaration = r"(@\S+ )*(public |@frozen )*(extension|struct|enum|protocol|class) "
    text = _drop(text, declaration + r"\S*" + UNNEEDED)
    text = _drop(text, r"extension \S+ (: .*)?where .*(Predicate|AttributedString|AttributeScope)")
    text = _drop(text, r"extension (URL\.Template\.Element|Range .*AttributedString)")
    leftovers = r"AttributedString|Predicate<|PredicateExpression|macro Predicate"
    return re.sub(rf"^.*({leftovers}).*$", "", text, flags=re.M)


def _drop(text, pattern):
    """Removes each top-level declaration that begins with the pattern, with its attributes and its body."""
    kept, lines, opening = [], iter(text.split("\n")), re.compile(pattern)
    for line in lines:
        if not opening.match(line):
            kept.append(line)
            continue
        while kept and kept[-1].startswith("@"):
            kept.pop()
        depth = line.count("{") - line.count("}")
        while depth > 0:
            line = next(lines)
            depth += line.count("{") - line.count("}")
    return "\n".join(kept)


def _with_accessors(match):
    return match.group(0).rstrip() + " { get set }"
