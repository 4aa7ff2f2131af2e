"""Opens a thousand connections that say nothing, and counts the ones that the server keeps and how long it does."""

import json
import resource
import select
import socket
import sys
import time

question = json.load(sys.stdin)
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
poll, connections = select.poll(), {}
for _ in range(question["count"]):
    connection = socket.create_connection(("127.0.0.1", question["port"]), timeout=10)
    connection.setblocking(False)
    connections[connection.fileno()] = connection
    poll.register(connection.fileno(), select.POLLIN | select.POLLHUP)


def ended(seconds):
    """Waits for connections to end; gives how many of them are left."""
    last = time.monotonic() + seconds
    while connections and time.monotonic() < last:
        for descriptor, _ in poll.poll(50):
            try:
                if connections[descriptor].recv(100):
                    continue
            except BlockingIOError:
                continue
            except OSError:
                pass
            poll.unregister(descriptor)
            connections.pop(descriptor).close()
    return len(connections)


kept = ended(question["soon"])
print(json.dumps({"kept": kept, "left": ended(question["late"])}))
