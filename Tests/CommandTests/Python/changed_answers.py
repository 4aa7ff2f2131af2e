"""Wrong and hostile answers of authorization_server.py, as its behaviour asks for them."""

import json


def changed(handler, status, fields, value):
    """The status, the fields and the body of an answer.

    By path: `redirects` has those that lead elsewhere, `answers` members that replace those of the value (null takes one
    away), `texts` whole bodies, `padding` the number of spaces at the end, and `lengths` a second Content-Length.
    """
    path = handler.path.partition("?")[0]
    for name, member in handler.behaviour("answers", {}).get(path, {}).items():
        value[name] = member
        if member is None:
            del value[name]
    text = handler.behaviour("texts", {}).get(path) or ("" if value is None else json.dumps(value))
    body = text.encode() + b" " * handler.behaviour("padding", {}).get(path, 0)
    if path in handler.behaviour("redirects", []):
        return 302, [("Location", handler.issuer + "/elsewhere")], body
    length = handler.behaviour("lengths", {}).get(path)
    if length is not None:
        fields = [*fields, ("Content-Length", str(length))]
    return status, fields, body
