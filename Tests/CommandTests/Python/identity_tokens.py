"""The identity tokens of authorization_server.py, signed with a key that is made when it starts."""

import base64
import hashlib
import json
import subprocess
import sys
import time

folder = sys.argv[3]


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def openssl(*words, data=b""):
    return subprocess.run(("openssl",) + words, input=data, capture_output=True, check=True).stdout


signing_key = folder + "/signing.pem"
openssl("genrsa", "-out", signing_key, "2048")
modulus = bytes.fromhex(openssl("rsa", "-in", signing_key, "-noout", "-modulus").decode().strip().split("=")[1])


def identity_token(issuer, audiences, nonce, access):
    now = int(time.time())
    claims = {"iss": issuer, "sub": "alice", "aud": audiences[0], "iat": now, "exp": now + 300}
    claims["at_hash"] = encode(hashlib.sha256(access.encode()).digest()[:16])
    if len(audiences) > 1:
        claims["aud"], claims["azp"] = audiences, audiences[0]
    if nonce:
        claims["nonce"] = nonce
    parts = [{"alg": "RS256", "kid": "one"}, claims]
    text = ".".join(encode(json.dumps(part).encode()) for part in parts).encode()
    return text.decode() + "." + encode(openssl("dgst", "-sha256", "-sign", signing_key, data=text))
