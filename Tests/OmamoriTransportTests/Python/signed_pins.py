"""Reads a signed pin set as Documentation/formats/signed-pins.md describes it, with PyPI's `cryptography`.

Standard input: a JSON object with "file" (text), "keys" (hexadecimal, separated by spaces) and "audience".
Standard output: a JSON object with "sequence", "issued", "expires" and "hosts" (host, scope, list, pins), or "error".
With "seed" in place of "file" it signs "payload" with that key instead and answers with "file".
"""
import base64
import hashlib
import json
import re
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

PREFIX = b"omamori-signed-pins v1\0"

def unique(pairs):
    names = [name for name, _ in pairs]
    if len(names) != len(set(names)):
        raise ValueError("a name twice")
    return dict(pairs)


def decode(text):
    if not re.fullmatch("[A-Za-z0-9_-]*", text):
        raise ValueError("no base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode(data) != text:
        raise ValueError("stray bits")
    return data


def encode(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def read(text, keys, audience):
    envelope = json.loads(text, object_pairs_hook=unique)
    if set(envelope) != {"format", "version", "payload", "signatures"}:
        raise ValueError("members")
    if envelope["format"] != "omamori-signed-pins" or envelope["version"] != 1:
        raise ValueError("version")
    payload = decode(envelope["payload"])
    known = {hashlib.sha256(key).digest()[:8]: key for key in keys}
    signers = 0
    for signature in envelope["signatures"]:
        key = known.get(decode(signature["key"]))
        if signature["algorithm"] == "Ed25519" and key:
            Ed25519PublicKey.from_public_bytes(key).verify(decode(signature["signature"]), PREFIX + payload)
            signers += 1
    content = json.loads(payload, object_pairs_hook=unique)
    if not signers or content["version"] != 1 or content["audience"] != audience:
        raise ValueError("not for us")
    hosts = [
        " ".join([host["host"], host.get("subdomains", "host"), name] + [pin["sha256"] for pin in host[name]])
        for host in content["hosts"]
        for name in ("leaf", "authorities", "anywhere") if name in host
    ]
    return {"sequence": str(content["sequence"]), "issued": str(content["issued"]),
            "expires": str(content["expires"]), "hosts": "\n".join(hosts)}


def sign(payload, seed):
    key = Ed25519PrivateKey.from_private_bytes(seed)
    name = hashlib.sha256(key.public_key().public_bytes_raw()).digest()[:8]
    signature = {"algorithm": "Ed25519", "key": encode(name), "signature": encode(key.sign(PREFIX + payload))}
    return {"file": json.dumps({"format": "omamori-signed-pins", "version": 1, "payload": encode(payload),
                                "signatures": [signature]})}


request = json.load(sys.stdin)
try:
    if "seed" in request:
        answer = sign(request["payload"].encode(), bytes.fromhex(request["seed"]))
    else:
        answer = read(request["file"], [bytes.fromhex(k) for k in request["keys"].split()], request["audience"])
except (ValueError, KeyError, InvalidSignature) as error:
    answer = {"error": type(error).__name__}
json.dump(answer, sys.stdout)
