"""Encrypts and decrypts with HPKE and with Apple's ECIES format, on the implementation of PyPI's `cryptography`.

A JSON object of texts comes on standard input; binary values are hexadecimal. The answer goes to standard output.
"""
import hashlib
import json
import sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, mlkem, x25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hpke import (
    AEAD, KDF, KEM, MLKEM768X25519PrivateKey, MLKEM768X25519PublicKey, Suite)
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.x963kdf import X963KDF

CURVES = {"P256": ec.SECP256R1(), "P384": ec.SECP384R1(), "P521": ec.SECP521R1()}
HASHES = {"256": hashes.SHA256(), "384": hashes.SHA384(), "512": hashes.SHA512()}
SUITES = {
    "P256": Suite(KEM.P256, KDF.HKDF_SHA256, AEAD.AES_256_GCM),
    "P384": Suite(KEM.P384, KDF.HKDF_SHA384, AEAD.AES_256_GCM),
    "P521": Suite(KEM.P521, KDF.HKDF_SHA512, AEAD.AES_256_GCM),
    "X25519": Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305),
    "XWing": Suite(KEM.MLKEM768_X25519, KDF.HKDF_SHA256, AEAD.AES_256_GCM),
}


def private_key(kind, raw):
    if kind == "X25519":
        return x25519.X25519PrivateKey.from_private_bytes(raw)
    if kind == "XWing":
        expanded = hashlib.shake_256(raw).digest(96)
        return MLKEM768X25519PrivateKey(
            mlkem.MLKEM768PrivateKey.from_seed_bytes(expanded[:64]),
            x25519.X25519PrivateKey.from_private_bytes(expanded[64:]))
    return ec.derive_private_key(int.from_bytes(raw, "big"), CURVES[kind])


def public_key(kind, raw):
    if kind == "X25519":
        return x25519.X25519PublicKey.from_public_bytes(raw)
    if kind == "XWing":
        return MLKEM768X25519PublicKey(
            mlkem.MLKEM768PublicKey.from_public_bytes(raw[:1184]),
            x25519.X25519PublicKey.from_public_bytes(raw[1184:]))
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVES[kind], raw)


def point_of(key):
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def ecies_cipher(request, shared, point):
    size = 16 if request["kind"] == "P256" else 32
    derived = X963KDF(
        HASHES[request["hash"]], size + 16, point + request["info"]).derive(shared)
    nonce = derived[size:] if request["vector"] == "derived" else bytes(16)
    return AESGCM(derived[:size]), nonce


def ecies_encrypt(request):
    recipient = public_key(request["kind"], request["key"])
    ephemeral = ec.generate_private_key(CURVES[request["kind"]])
    point = point_of(ephemeral.public_key())
    cipher, nonce = ecies_cipher(request, ephemeral.exchange(ec.ECDH(), recipient), point)
    return point + cipher.encrypt(nonce, request["input"], request["aad"])


def ecies_decrypt(request):
    recipient = private_key(request["kind"], request["key"])
    count = len(point_of(recipient.public_key()))
    point, rest = request["input"][:count], request["input"][count:]
    shared = recipient.exchange(ec.ECDH(), public_key(request["kind"], point))
    cipher, nonce = ecies_cipher(request, shared, point)
    return cipher.decrypt(nonce, rest, request["aad"])


def hpke_encrypt(request):
    recipient = public_key(request["kind"], request["key"])
    return SUITES[request["kind"]].encrypt(request["input"], recipient, info=request["info"])


def hpke_decrypt(request):
    recipient = private_key(request["kind"], request["key"])
    return SUITES[request["kind"]].decrypt(request["input"], recipient, info=request["info"])


def legacy_encrypt(request):
    ephemeral = x25519.X25519PrivateKey.generate()
    shared = ephemeral.exchange(public_key("X25519", request["key"]))
    key = HKDF(algorithm=hashes.SHA256(), length=32, salt=b"", info=b"").derive(shared)
    nonce = bytes(range(12))
    return (ephemeral.public_key().public_bytes_raw() + nonce
            + AESGCM(key).encrypt(nonce, request["input"], None))


OPERATIONS = {
    "ecies-encrypt": ecies_encrypt, "ecies-decrypt": ecies_decrypt,
    "hpke-encrypt": hpke_encrypt, "hpke-decrypt": hpke_decrypt, "legacy-encrypt": legacy_encrypt,
}


def main():
    request = json.load(sys.stdin)
    if request["operation"] == "probe":
        json.dump({"there": "yes"}, sys.stdout)
        return
    for name in ("key", "input", "info", "aad"):
        request[name] = bytes.fromhex(request.get(name, ""))
    try:
        json.dump({"output": OPERATIONS[request["operation"]](request).hex()}, sys.stdout)
    except InvalidTag:
        json.dump({"refused": "yes"}, sys.stdout)


main()
