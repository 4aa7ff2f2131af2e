"""Prints the public declarations in a module's symbol graphs, one a line, sorted: `python3 api.py FOLDER MODULE [PART…]`.

The parts are modules that it exports and that are no products. Extensions of another module's types are in files of
their own (MODULE@OTHER.symbols.json) and are part of MODULE.
What a protocol hands down to its conformers is left out, and so are the conformances that every type has.
"""

import json
import re
import sys
from pathlib import Path

UNIVERSAL = {"Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"}


def declarations(folder, module):
    for file in Path(folder).glob(f"{module}*.symbols.json"):
        if re.split(r"[.@]", file.name)[0] == module:
            yield from _of_graph(json.loads(file.read_text(encoding="utf-8")))


def _of_graph(graph):
    names = {}
    for symbol in graph["symbols"]:
        identifier = symbol["identifier"]["precise"]
        if "::SYNTHESIZED::" in identifier:
            continue
        names[identifier] = ".".join(symbol["pathComponents"])
        yield f"{names[identifier]}: {_declaration(symbol)}"
    for relation in graph["relationships"]:
        target = names.get(relation["target"], relation.get("targetFallback", relation["target"]))
        if relation["kind"] == "conformsTo" and relation["source"] in names and target not in UNIVERSAL:
            yield f"{names[relation['source']]}: conforms to {target}"


def _declaration(symbol):
    text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    constraints = symbol.get("swiftExtension", {}).get("constraints", [])
    where = ", ".join(sorted(f"{each['lhs']} {each['kind']} {each['rhs']}" for each in constraints))
    return re.sub(r"\s+", " ", text).strip() + (f"  // where {where}" if where else "")


if __name__ == "__main__":
    found, *modules = sys.argv[1:]
    print(*sorted({line for module in modules for line in declarations(found, module)}), sep="\n")
