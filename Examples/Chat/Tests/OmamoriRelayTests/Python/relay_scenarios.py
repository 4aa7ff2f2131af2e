"""What accounts do with a relay, each a scenario.

Reads a JSON object from its input: the port, the pin and the name of a scenario; prints what it saw as JSON.
"""

import http.client
import json
import os
import socket
import ssl
import sys
import threading
import time

from relay_client import Account, Relay, b64, unb64


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


def pour(port, pin):
    """Sends envelopes until the relay is gone; says how many were taken."""
    client = Account(Relay(port, pin), "pourer")
    client.register()
    count = 0
    try:
        while client.request("PUT", client.own("/envelopes/" + b64(os.urandom(16))), b"sealed")[0] == 201:
            count += 1
    except (OSError, http.client.HTTPException):
        pass
    return count


def half(port, pin):
    """Ends one direction of connections: behind a whole request, and in the middle of one."""
    seen = []
    for request in [b"GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /v1/health HTTP/1.1\r\nHo"]:
        relay = Relay(port, pin)
        relay.connect()
        connection = relay.connection.sock
        connection.sendall(request)
        with socket.socket(fileno=os.dup(connection.fileno())) as other:
            other.shutdown(socket.SHUT_WR)
        answer = b""
        try:
            while piece := connection.recv(1000):
                answer += piece
        except ssl.SSLError:
            pass
        seen.append(answer[9:12].decode())
    return seen


question = json.load(sys.stdin)
scenario = {"talk": talk, "drain": drain, "pour": pour, "half": half}[question["scenario"]]
print(json.dumps(scenario(question["port"], question["pin"])))
