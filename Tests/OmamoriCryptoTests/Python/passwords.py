"""Makes and checks password hashes with PyPI's cryptography; a JSON object of texts in, another one out."""
import base64
import hashlib
import json
import sys

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt


def b64(data):
    return base64.b64encode(data).rstrip(b"=").decode()


def unb64(text):
    return base64.b64decode(text + "=" * (-len(text) % 4))


def digest(function, parameters, salt, password):
    if function == "scrypt":
        return Scrypt(salt=salt, length=32, n=1 << parameters["ln"], r=parameters["r"], p=parameters["p"]).derive(
            password)
    algorithm = {"pbkdf2-sha256": hashes.SHA256(), "pbkdf2-sha512": hashes.SHA512()}[function]
    return PBKDF2HMAC(algorithm=algorithm, length=32, salt=salt, iterations=parameters["i"]).derive(password)


def verify(stored, password, secret):
    _, function, *parts = stored.split("$")
    if function == "argon2id":
        try:
            Argon2id.verify_phc_encoded(password, stored, secret)
            return True
        except InvalidKey:
            return False
    parameters = {name: int(value) for name, value in (pair.split("=") for pair in parts[0].split(","))}
    return digest(function, parameters, unb64(parts[1]), password) == unb64(parts[2])


def make(function, password, secret):
    salt = hashlib.sha256(password).digest()[:16]
    if function == "argon2id":
        kdf = Argon2id(salt=salt, length=32, iterations=2, lanes=1, memory_cost=19456, secret=secret)
        return kdf.derive_phc_encoded(password)
    parameters = {"scrypt": {"ln": 10, "r": 8, "p": 2}}.get(function, {"i": 1000})
    text = ",".join(f"{name}={value}" for name, value in parameters.items())
    return f"${function}${text}${b64(salt)}${b64(digest(function, parameters, salt, password))}"


request = json.load(sys.stdin)
password = request["password"].encode()
secret = bytes.fromhex(request["secret"]) if "secret" in request else None
if "stored" in request:
    json.dump({"matches": str(verify(request["stored"], password, secret)).lower()}, sys.stdout)
else:
    json.dump({"stored": make(request["function"], password, secret)}, sys.stdout)
