"""Makes keys, and signs and encrypts messages with jwcrypto, for tests of `omamori jws` and `omamori jwe`.

usage: jose_peer.py key KIND SIZE_OR_CURVE            prints a private key
       jose_peer.py sign FORM HEADER KEYFILE...       signs standard input; FORM is compact, flattened or general
       jose_peer.py encrypt FORM HEADER KEYFILE       encrypts standard input to a key, or to PASSWORD:text
       jose_peer.py verify KEYFILE                    prints the payload of the message on standard input
"""

import base64
import json
import sys

from jwcrypto import jwe, jwk, jws

words = sys.argv[1:]


def key_of(name):
    if name.startswith("PASSWORD:"):
        secret = base64.urlsafe_b64encode(name[9:].encode()).rstrip(b"=").decode()
        return jwk.JWK(kty="oct", k=secret)
    with open(name, "rb") as file:
        text = file.read()
    return jwk.JWK.from_pem(text) if text.startswith(b"-----") else jwk.JWK.from_json(text.decode())


def serialized(message, form):
    text = message.serialize(compact=form == "compact")
    if form != "general" or "signatures" in text:
        return text
    members = json.loads(text)
    kind, common = ("signatures", ("payload",)) if "payload" in members else (
        "recipients", ("protected", "unprotected", "iv", "ciphertext", "tag", "aad"))
    shared = {name: members.pop(name) for name in common if name in members}
    return json.dumps({**shared, kind: [members]})


if words[0] == "key":
    options = {"kty": words[1]}
    options["size" if words[1] in ("RSA", "oct") else "crv"] = int(words[2]) if words[2].isdigit() else words[2]
    print(jwk.JWK.generate(**options).export())
elif words[0] == "sign":
    header = json.loads(words[2])
    message = jws.JWS(sys.stdin.buffer.read())
    for name in words[3:]:
        key = key_of(name)
        own = header if len(words) == 4 else {**header, "kid": key.get("kid")}
        message.add_signature(key, alg=header["alg"], protected=json.dumps(own))
    print(serialized(message, words[1]))
elif words[0] == "encrypt":
    header = json.loads(words[2])
    message = jwe.JWE(sys.stdin.buffer.read(), words[2], algs=[header["alg"], header["enc"]])
    message.add_recipient(key_of(words[3]))
    print(serialized(message, words[1]))
elif words[0] == "verify":
    message = jws.JWS()
    message.deserialize(sys.stdin.read().strip(), key_of(words[1]))
    sys.stdout.buffer.write(message.payload)
