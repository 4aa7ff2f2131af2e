"""Looks for the keys of a log in the memory of the process that writes it, by Documentation/formats/audit-log.md.

A JSON object comes on standard input: the log's folder and key, the auditor's key file and the process. The answer says how often
the seed of the last segment is in the memory, how many frames the segment has, and which frames' keys are there, counted from 0.
"""
import json
import os
import struct
import sys

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand

from log_format import Log, header, open_seed, sha

BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


def secret_key(path):
    """The 32 bytes in a key file, whose text is Bech32 without the check of its sum."""
    with open(path, encoding="utf-8") as file:
        text = next(line for line in file if "SECRET-KEY" in line.upper()).strip().lower()
    bits = "".join(f"{BECH32.index(character):05b}" for character in text[text.rindex("1") + 1 : -6])
    return int(bits[:256], 2).to_bytes(32, "big")


def memory(process):
    """Everything that the process can write to."""
    with open(f"/proc/{process}/maps", encoding="utf-8") as maps, open(f"/proc/{process}/mem", "rb", 0) as content:
        for line in maps:
            ends, rights = line.split()[:2]
            start, end = (int(number, 16) for number in ends.split("-"))
            if rights.startswith("rw") and end - start < 1 << 28:
                content.seek(start)
                try:
                    yield content.read(end - start)
                except OSError:
                    continue


def main():
    request = json.load(sys.stdin)
    log = Log(request["key"])
    name = sorted(name for name in os.listdir(request["folder"]) if name.endswith(".segment"))[-1]
    with open(os.path.join(request["folder"], name), "rb") as file:
        data = file.read()
    start = header(data, log, int(name[:20]))
    auditor = X25519PrivateKey.from_private_bytes(secret_key(request["auditor"]))
    own = next(seed for seed in start["seeds"] if bytes(seed[:32]) == auditor.public_key().public_bytes_raw())
    seed = open_seed(auditor, own[32:], b"omamori-audit-log v1 seed", start["start"])
    link = sha(b"\0" + start["link"] + start["raw"])
    keys = [HKDF(hashes.SHA512(), 64, link, b"omamori-audit-log v1 first").derive(seed)]
    at, frames = struct.unpack(">H", data[8:10])[0], 0
    while at + 13 < len(data):
        at, frames = at + 17 + struct.unpack(">I", data[at : at + 4])[0], frames + 1
        keys.append(HKDFExpand(hashes.SHA512(), 64, b"omamori-audit-log v1 next").derive(keys[-1][32:]))
    parts = list(memory(request["process"]))
    found = [number for number, key in enumerate(keys) for half in (key[:32], key[32:]) if any(half in part for part in parts)]
    json.dump({"seed": sum(part.count(seed) for part in parts), "frames": frames, "keys": sorted(set(found))}, sys.stdout)


main()
