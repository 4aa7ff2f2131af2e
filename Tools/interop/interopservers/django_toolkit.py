"""django-oauth-toolkit: one issuer that rotates without grace, one with ten seconds of it; device grant; revocation."""

import json

from .front import Front
from .place import CLIENT, PACKAGES, PASSWORD, SECRETS, TOOLS, USER, clients, free_port
from .processes import run
from .visitor import Visitor, redirect_of

PYTHON = PACKAGES / "django-oauth-toolkit/bin/python3"
PROJECT = TOOLS / "projects/django_project.py"
GRACES = {"plain": 0, "grace": 10}  # seconds in which a used refresh token still gives the same answer


def start(place):
    known = clients(free_port(), deviceClient="omamori-device")
    redirects = [known["redirect"], known["loopbackRedirect"]]
    origins = {name: start_one(place, name, grace, redirects) for name, grace in GRACES.items()}
    return {
        "name": place.name, "authority": str(place.shared / "authority.pem"), "origin": origins["plain"],
        "issuer": origins["plain"] + "/o", "graceIssuer": origins["grace"] + "/o", **known}


def start_one(place, name, grace, redirects):
    front = Front(place, f"{name}-front")
    folder = place.folder / name
    folder.mkdir()
    run(["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", folder / "signing.pem"])
    environment = {
        "INTEROP_FOLDER": str(folder), "INTEROP_ORIGIN": front.origin, "INTEROP_GRACE": str(grace),
        "INTEROP_KEY": run(["openssl", "rand", "-hex", "32"]).strip(), "INTEROP_USER": USER,
        "INTEROP_PASSWORD": PASSWORD, "INTEROP_SECRETS": json.dumps(SECRETS), "INTEROP_REDIRECTS": " ".join(redirects),
        "PYTHONDONTWRITEBYTECODE": "1"}
    run([PYTHON, PROJECT, "init"], environment)
    place.processes.start(name, [PYTHON, PROJECT, "run", front.backend], environment)
    front.start("/o/.well-known/openid-configuration")
    return front.origin


def log_in(place, url):
    visitor = signed_in(place, url)
    return redirect_of(visitor.submit(visitor.page, {"client_id": CLIENT}, ("allow", "Authorize")))


def approve(place, url):
    visitor = signed_in(place, url)
    page = visitor.submit(visitor.page, {"user_code": url.rpartition("=")[2]})
    return visitor.submit(page, {"csrfmiddlewaretoken": csrf_token(page)}, ("action", "accept")).url


def signed_in(place, url):
    """A visitor that has logged in and sees the page of URL."""
    origin = "/".join(url.split("/")[:3])
    visitor = Visitor(origin, place.description()["authority"])
    visitor.page = visitor.submit(visitor.visit(url), {"username": USER, "password": PASSWORD})
    return visitor


def csrf_token(page):
    return page.text.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
