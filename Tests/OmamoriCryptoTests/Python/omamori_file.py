"""Reads an Omamori file, by Documentation/formats/omamori-file.md and PyPI's `cryptography` alone.

Takes a JSON object from standard input: `file` (path), `identity` (hexadecimal X25519 key) or `password`.
Gives `plaintext` (hexadecimal), or `refused` with the step that failed.
"""

import json
import sys

from cryptography.cobblestone import Cobblestone256Decryptor
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import constant_time, hashes, hmac, hpke
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

LABEL = b"omamori-file/v1 "


class Refused(Exception):
    pass


def require(condition, step):
    if not condition:
        raise Refused(step)


def derive(key, info, length=32):
    return HKDF(hashes.SHA256(), length, None, LABEL + info).derive(key)


def from_recipients(stanzas, count, identity):
    suite = hpke.Suite(hpke.KEM.X25519, hpke.KDF.HKDF_SHA256, hpke.AEAD.AES_256_GCM)
    private_key = X25519PrivateKey.from_private_bytes(identity)
    for index in range(count):
        stanza = stanzas[81 * index : 81 * (index + 1)]
        require(stanza[0] == 1, "kind of recipient")
        try:
            return suite.decrypt(stanza[1:], private_key, info=LABEL + b"recipient")
        except InvalidTag:
            continue
    raise Refused("identity")


def from_password(stanza, password):
    parameters, commitment, sealed = stanza[:26], stanza[26:58], stanza[58:]
    require(stanza[0] == 1, "kind of password function")
    memory, passes, lanes = (int.from_bytes(parameters[a:b], "big") for a, b in ((1, 5), (5, 9), (9, 10)))
    require(memory <= 1 << 20 and passes <= 16 and lanes <= 16, "cost")
    hasher = Argon2id(salt=parameters[10:], length=32, iterations=passes, lanes=lanes, memory_cost=memory)
    secret = hasher.derive(password)
    keys = derive(secret, b"password" + parameters, 64)
    require(constant_time.bytes_eq(keys[32:], commitment), "password")
    return AESGCM(keys[:32]).decrypt(bytes(12), sealed, None)


def read(data, identity, password):
    require(data[:8] == b"\x89OMAMORI" and data[8] == 1, "magic and version")
    protection, count = data[9], int.from_bytes(data[10:12], "big")
    require((protection == 1 and 1 <= count <= 512) or (protection == 2 and count == 1), "protection")
    end = 12 + (81 * count if protection == 1 else 106)
    require(len(data) >= end + 32 + 56 + 16, "length")
    stanzas = data[12:end]
    file_key = from_recipients(stanzas, count, identity) if protection == 1 else from_password(stanzas, password)
    mac = hmac.HMAC(derive(file_key, b"header"), hashes.SHA256())
    mac.update(data[:end])
    mac.verify(data[end : end + 32])
    body = Cobblestone256Decryptor(derive(file_key, b"body"), data[: end + 32])
    return body.update(data[end + 32 :]) + body.finalize()


request = json.load(sys.stdin)
try:
    contents = open(request["file"], "rb").read()
    plaintext = read(contents, bytes.fromhex(request.get("identity", "")), request.get("password", "").encode())
    print(json.dumps({"plaintext": plaintext.hex()}))
except Exception as failure:  # Whatever fails is a refusal; the step is for the one who reads the test.
    print(json.dumps({"refused": str(failure) or type(failure).__name__}))
