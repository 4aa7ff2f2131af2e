"""Reads sealed keysets, sealed fields and blind indexes by Documentation/formats/sealed-field.md alone.

A JSON object of texts comes on standard input; binary values are hexadecimal. The answer goes to standard output.
"""
import json
import struct
import sys
import unicodedata

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def derived(key, info):
    return HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=info).derive(key)


def prefixed(part):
    return struct.pack(">Q", len(part)) + part


def xaes_key(key, nonce):
    block = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    mask = int.from_bytes(block.update(bytes(16)), "big")
    mask = (mask << 1 & (1 << 128) - 1) ^ (0x87 if mask >> 127 else 0)
    halves = b""
    for counter in (1, 2):
        message = int.from_bytes(bytes([0, counter, 0x58, 0]) + nonce[:12], "big")
        halves += block.update((message ^ mask).to_bytes(16, "big"))
    return AESGCM(halves), nonce[12:]


def xaes_open(key, combined, data):
    cipher, nonce = xaes_key(key, combined[:24])
    return cipher.decrypt(nonce, combined[24:], data)


def xaes_seal(key, nonce, message, data):
    cipher, short = xaes_key(key, nonce)
    return nonce + cipher.encrypt(short, message, data)


def read_keyset(sealed, wrapping, name):
    assert sealed[:5] == b"OMKS\x01"
    plain = xaes_open(derived(wrapping, b"Omamori keyset v1"), sealed[5:], sealed[:5] + name)
    version, count = struct.unpack(">BH", plain[:3])
    assert version == 1 and len(plain) == 3 + 37 * count
    keys = [(*struct.unpack(">IB", plain[at:at + 5]), plain[at + 5:at + 37]) for at in range(3, len(plain), 37)]
    assert [state for _, state, _ in keys].count(1) == 1
    return keys


def place(request):
    kind, row = request["rowKind"], bytes.fromhex(request["row"])
    assert kind in ("1", "2", "3") and (kind != "1" or len(row) == 8)
    return (prefixed(request["table"].encode()) + prefixed(request["column"].encode())
            + bytes([int(kind)]) + prefixed(row))


def main():
    request = json.load(sys.stdin)
    keys = read_keyset(bytes.fromhex(request["keyset"]), bytes.fromhex(request["wrapping"]), request["name"].encode())
    secrets = {identifier: secret for identifier, _, secret in keys}
    primary = next(identifier for identifier, state, _ in keys if state == 1)
    label = b"Omamori sealed field v1"
    answer = {"primary": str(primary), "keys": str(len(keys))}
    if "field" in request:
        field = bytes.fromhex(request["field"])
        assert field[:2] == b"\x01\x01"
        identifier = struct.unpack(">I", field[2:6])[0]
        try:
            value = xaes_open(derived(secrets[identifier], label), field[6:], field[:6] + place(request))
            answer["value"] = value.hex()
        except InvalidTag:
            answer["refused"] = "yes"
    if "value" in request:
        header = b"\x01\x01" + struct.pack(">I", primary)
        nonce = bytes.fromhex(request["nonce"])
        value = bytes.fromhex(request["value"])
        answer["field"] = (header + xaes_seal(
            derived(secrets[primary], label), nonce, value, header + place(request))).hex()
    if "text" in request:
        text = unicodedata.normalize("NFC", request["text"].strip().lower())
        info = b"Omamori blind index v1" + prefixed(request["table"].encode()) + prefixed(request["column"].encode())
        code = hmac.HMAC(derived(secrets[primary], info), hashes.SHA256())
        code.update(text.encode())
        answer["index"] = code.finalize()[:16].hex()
    json.dump(answer, sys.stdout)


main()
