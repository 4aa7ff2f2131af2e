"""A client of the relay, made from Documentation/formats/relay.md alone."""

import base64
import hashlib
import http.client
import json
import os
import ssl
import time

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Relay:
    def __init__(self, port, pin, source="127.0.0.1"):
        self.port = port
        self.pin = pin
        self.source = (source, 0)
        self.connection = None

    def connect(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.port, context=context, timeout=40, source_address=self.source
        )
        connection.connect()
        certificate = x509.load_der_x509_certificate(connection.sock.getpeercert(binary_form=True))
        key = certificate.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        pin = "sha256//" + base64.b64encode(hashlib.sha256(key).digest()).decode()
        assert pin == self.pin, "another relay"
        assert connection.sock.version() == "TLSv1.3"
        self.connection = connection

    def request(self, method, target, body=b"", headers=None):
        if self.connection is None:
            self.connect()
        headers = dict(headers or {})
        if method != "GET":
            headers["Content-Length"] = str(len(body))
        self.connection.request(method, target, body if method != "GET" else None, headers)
        response = self.connection.getresponse()
        content = response.read()
        if response.getheader("Connection") == "close":
            self.connection.close()
            self.connection = None
        return response.status, content


class Account:
    def __init__(self, relay, name, device=1):
        self.relay = relay
        self.key = Ed25519PrivateKey.generate()
        self.address = b64(name.encode()) + "." + str(device)

    def request(self, method, target, body=b""):
        moment, nonce = str(int(time.time() * 1000)), b64(os.urandom(16))
        digest = b64(hashlib.sha256(body).digest())
        lines = ["omamori-relay-v1", self.relay.pin[len("sha256//"):], method, target]
        lines += [self.address, moment, nonce, digest]
        signature = b64(self.key.sign("".join(line + "\n" for line in lines).encode()))
        value = f"Omamori address={self.address}, time={moment}, nonce={nonce}"
        value += f", digest={digest}, signature={signature}"
        return self.relay.request(method, target, body, {"Authorization": value})

    def own(self, rest=""):
        return "/v1/accounts/" + self.address + rest

    def register(self):
        public = self.key.public_key().public_bytes(
            serialization.Encoding.Raw, serialization.PublicFormat.Raw
        )
        return self.request("PUT", self.own(), public)

    def publish(self, prekeys, entries):
        first = self.request("PUT", self.own("/prekeys"), prekeys)
        listed = [{"name": name, "entry": b64(entry)} for name, entry in entries]
        body = json.dumps({"entries": listed}).encode()
        return first, self.request("POST", self.own("/prekeys/one-time"), body)

    def fetch(self, after=0, wait=0, limit=32):
        query = f"?after={after}&limit={limit}&wait={wait}"
        return self.request("GET", self.own("/envelopes") + query)
