"""A client of the relay, made from Documentation/formats/relay.md alone.

Reads a JSON object from its input: the port, the pin and the name of a scenario; prints what it saw as JSON.
"""

import base64
import hashlib
import http.client
import json
import os
import ssl
import sys
import threading
import time

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Relay:
    def __init__(self, port, pin):
        self.port = port
        self.pin = pin
        self.connection = None

    def connect(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=context, timeout=40)
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


def talk(port, pin):
    """Two accounts, from registration to a message that was acknowledged."""
    seen = {}
    relay = Relay(port, pin)
    alice, bob = Account(relay, "alice"), Account(Relay(port, pin), "ボブ", 7)
    seen["health"] = relay.request("GET", "/v1/health")[0]
    seen["register"] = [alice.register()[0], alice.register()[0], bob.register()[0]]
    seen["taken"] = Account(relay, "alice").register()[0]
    first, second = bob.publish(b"signed part", [("k1", b"one"), ("k2", b"two")])
    seen["publish"] = [first[0], second[0], json.loads(second[1])["remaining"]]
    bundles = [json.loads(alice.request("POST", bob.own("/bundle"))[1]) for _ in range(3)]
    seen["bundle"] = unb64(bundles[0]["prekeys"]).decode()
    names = [bundle["oneTime"] and unb64(bundle["oneTime"]["entry"]).decode() for bundle in bundles]
    seen["entries"] = names
    again = bob.publish(b"signed part", [("k1", b"one"), ("k2", b"two")])[1]
    seen["again"] = [again[0], json.loads(again[1])["remaining"]]
    seen["changed"] = bob.publish(b"signed part", [("k3", b"three"), ("k1", b"other")])[1][0]
    count = bob.request("GET", bob.own("/prekeys/one-time"))
    seen["count"] = json.loads(count[1])["remaining"]

    sealed, name = os.urandom(300), b64(os.urandom(16))
    results = []

    def wait():
        results.append(bob.fetch(wait=20))

    waiting = threading.Thread(target=wait)
    waiting.start()
    time.sleep(0.2)
    target = bob.own("/envelopes/" + name)
    seen["send"] = [alice.request("PUT", target, sealed)[0] for _ in range(2)]
    seen["other"] = alice.request("PUT", target, b"other bytes")[0]
    waiting.join()
    delivery = json.loads(results[0][1])
    envelope = delivery["envelopes"][0]
    seen["received"] = [
        results[0][0],
        len(delivery["envelopes"]),
        unb64(envelope["envelope"]) == sealed,
        envelope["sender"] == alice.address,
        envelope["identifier"] == name,
        delivery["more"],
    ]
    acknowledgement = json.dumps({"sequences": [envelope["sequence"]]}).encode()
    target = bob.own("/acknowledgements")
    seen["acknowledge"] = [bob.request("POST", target, acknowledgement)[0] for _ in range(2)]
    seen["left"] = len(json.loads(bob.fetch()[1])["envelopes"])
    seen["late"] = alice.request("PUT", bob.own("/envelopes/" + name), sealed)[0]
    seen["left again"] = len(json.loads(bob.fetch()[1])["envelopes"])

    attachment, name = os.urandom(3 << 20), b64(os.urandom(16))
    target = "/v1/attachments/" + name
    seen["attachment"] = [alice.request("PUT", target, attachment)[0] for _ in range(2)]
    fetched = bob.request("GET", target)
    seen["fetched"] = [fetched[0], fetched[1] == attachment]
    return seen


def drain(port, pin):
    """Eight clients at once take a hundred one-time entries."""
    owner = Account(Relay(port, pin), "owner")
    owner.register()
    owner.publish(b"signed", [(f"n{number}", b"entry %d" % number) for number in range(100)])
    taken, empty, lock = [], [], threading.Lock()

    def run(index):
        client = Account(Relay(port, pin), f"client{index}")
        client.register()
        while True:
            status, content = client.request("POST", owner.own("/bundle"))
            bundle = json.loads(content)
            with lock:
                (taken if bundle["oneTime"] else empty).append(bundle["oneTime"] or status)
            if not bundle["oneTime"]:
                return

    threads = [threading.Thread(target=run, args=(index,)) for index in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    names = [entry["name"] for entry in taken]
    return {"taken": len(names), "different": len(set(names)), "empty": empty}


question = json.load(sys.stdin)
scenario = {"talk": talk, "drain": drain}[question["scenario"]]
print(json.dumps(scenario(question["port"], question["pin"])))
