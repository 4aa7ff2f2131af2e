"""Encrypts and decrypts tokens with jwcrypto and joserfc, for tests that compare with them.

With `make` it prints, for each algorithm and curve, a private key and tokens that both libraries made. With `read` it
decrypts the tokens of a JSON array on standard input with both and prints what they hold.
"""

import json
import sys

from joserfc import jwe as joserfc_jwe
from joserfc.jwk import import_key
from jwcrypto import jwe as jwcrypto_jwe
from jwcrypto import jwk as jwcrypto_jwk

CONTENTS = ["A128GCM", "A192GCM", "A256GCM", "A128CBC-HS256", "A192CBC-HS384", "A256CBC-HS512"]
CONTENT_BITS = dict(zip(CONTENTS, [128, 192, 256, 256, 384, 512]))
SECRETS = {
    "A128KW": 128, "A192KW": 192, "A256KW": 256, "A128GCMKW": 128, "A192GCMKW": 192, "A256GCMKW": 256,
    "PBES2-HS256+A128KW": 128, "PBES2-HS384+A192KW": 192, "PBES2-HS512+A256KW": 256,
}
AGREEMENTS = ["ECDH-ES", "ECDH-ES+A128KW", "ECDH-ES+A192KW", "ECDH-ES+A256KW"]
CURVES = ["P-256", "P-384", "P-521", "X25519"]
TRANSPORTS = ["RSA-OAEP", "RSA-OAEP-256"]
MESSAGE = "The quick brown fox, 狐".encode()


def private_keys() -> list[tuple[str, dict, list[str]]]:
    """Algorithms with keys and the content algorithms to try."""
    found = []
    for algorithm, bits in SECRETS.items():
        key = jwcrypto_jwk.JWK.generate(kty="oct", size=bits)
        found.append((algorithm, key.export(as_dict=True), CONTENTS))
    for content, bits in CONTENT_BITS.items():
        found.append(("dir", jwcrypto_jwk.JWK.generate(kty="oct", size=bits).export(as_dict=True), [content]))
    for curve in CURVES:
        kind = "OKP" if curve == "X25519" else "EC"
        key = jwcrypto_jwk.JWK.generate(kty=kind, crv=curve).export(as_dict=True)
        found += [(algorithm, key, CONTENTS) for algorithm in AGREEMENTS]
    key = jwcrypto_jwk.JWK.generate(kty="RSA", size=2048).export(as_dict=True)
    return found + [(algorithm, key, CONTENTS) for algorithm in TRANSPORTS]


def make() -> list[dict]:
    """Keys with the tokens of both libraries."""
    cases = []
    for algorithm, key, contents in private_keys():
        key.pop("kid", None)
        key = {**key, "alg": algorithm, "use": "enc"}
        for content in contents:
            header = {"alg": algorithm, "enc": content}
            cases.append({
                "algorithm": algorithm, "content": content, "key": json.dumps(key),
                "tokens": [by_jwcrypto(header, key), by_joserfc(header, key)],
            })
    return cases


def by_jwcrypto(header: dict, key: dict) -> str:
    token = jwcrypto_jwe.JWE(MESSAGE, json.dumps(header), algs=[header["alg"], header["enc"]])
    token.add_recipient(jwcrypto_jwk.JWK(**key))
    return token.serialize(compact=True)


def by_joserfc(header: dict, key: dict) -> str:
    return joserfc_jwe.encrypt_compact(header, MESSAGE, import_key(key), algorithms=[header["alg"], header["enc"]])


def read(cases: list[dict]) -> list[list[str]]:
    """What the tokens hold, according to each of the libraries."""
    answers = []
    for case in cases:
        key, algorithms = json.loads(case["key"]), [case["algorithm"], case["content"]]
        first = jwcrypto_jwe.JWE(algs=algorithms)
        first.deserialize(case["token"], jwcrypto_jwk.JWK(**key))
        second = joserfc_jwe.decrypt_compact(case["token"], import_key(key), algorithms=algorithms)
        answers.append([first.payload.decode(), second.plaintext.decode()])
    return answers


def main() -> None:
    answer = make() if sys.argv[1] == "make" else read(json.load(sys.stdin))
    json.dump(answer, sys.stdout)


main()
