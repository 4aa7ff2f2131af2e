"""Seals and opens files with the chunked encryption of PyPI's `cryptography`, for comparison.

Takes a JSON object from standard input: `do` (`seal` or `open`), `from` and `to` (paths), `key` and `context`
(hexadecimal). Gives an empty object.
"""

import json
import sys

from cryptography import cobblestone

request = json.load(sys.stdin)
key, context = bytes.fromhex(request["key"]), bytes.fromhex(request["context"])
names = {"seal": "Encryptor", "open": "Decryptor"}
machine = getattr(cobblestone, f"Cobblestone{len(key) * 8}{names[request['do']]}")(key, context)
with open(request["from"], "rb") as source, open(request["to"], "wb") as target:
    while piece := source.read(50_000):
        target.write(machine.update(piece))
    target.write(machine.finalize())
print("{}")
