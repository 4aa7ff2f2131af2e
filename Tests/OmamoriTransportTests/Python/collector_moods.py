"""Answers of a collector that does not want what it gets, or says more than asked."""

import email.utils

NOTE = "collector.example/log\n42\nAAAA\n\n— collector.example Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
# Path: status, fields, body.
MOODS = {
    "/busy": (429, {"Retry-After": "7"}, b""),
    "/later": (503, {"Retry-After": email.utils.formatdate(4102444805, usegmt=True)}, b""),
    "/down": (500, {}, b"oops"),
    "/denied": (401, {"WWW-Authenticate": "Bearer"}, b""),
    "/forbidden": (403, {}, b""),
    "/rejected": (422, {"Content-Type": "application/problem+json"}, b"{}"),
    "/toolarge": (413, {}, b""),
    "/nobody": (404, {}, b""),
    "/elsewhere": (307, {"Location": "/collect"}, b""),
    "/page": (200, {"Content-Type": "text/html"}, b"<html>Please sign in</html>"),
    "/huge": (200, {"Content-Type": "application/json"}, b" " * 100_000),
    "/ok": (200, {"Content-Type": "text/plain"}, b"OK"),
    "/note": (200, {"Content-Type": "text/plain; charset=utf-8"}, NOTE.encode()),
    "/otlp/partial": (200, {"Content-Type": "application/json"},
                      b'{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"no"}}'),
    "/otlp/warning": (200, {"Content-Type": "application/json"},
                      b'{"partialSuccess":{"errorMessage":"old version"}}'),
    "/otlp/empty": (200, {"Content-Type": "application/json"}, b"{}"),
    "/otlp/noise": (200, {"Content-Type": "application/json"}, b'{"partialSuccess":{"rejectedLogRecords":"x"}}'),
    "/otlp/fatal": (500, {}, b""),
    "/otlp/wait": (503, {"Retry-After": "3"}, b""),
}
