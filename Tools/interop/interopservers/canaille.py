"""Canaille: Ed25519 signatures, the issuer in the authorization response, a consent page, an issuer without a path."""

import json

from .front import Front
from .place import CLIENT, PACKAGES, PASSWORD, SECRETS, USER, clients, free_port
from .processes import run
from .visitor import Visitor, redirect_of

PROGRAM = PACKAGES / "canaille/bin/canaille"

CONFIGURATION = """SECRET_KEY = "{key}"
SERVER_NAME = "127.0.0.1:{port}"
PREFERRED_URL_SCHEME = "https"

[CANAILLE]
DATABASE = "sql"
JAVASCRIPT = false
HTMX = false

[CANAILLE_SQL]
DATABASE_URI = "sqlite:///{folder}/canaille.sqlite"

[CANAILLE_HYPERCORN]
PROXY_MODE = "legacy"

[CANAILLE_OIDC]
TRUSTED_DOMAINS = []
ACTIVE_JWKS = {keys}
"""


def start(place):
    front = Front(place)
    known = clients(free_port())
    environment = {"CANAILLE_CONFIG": str(place.folder / "canaille.toml"), "CANAILLE_HYPERCORN_ACCESSLOG": "-"}
    keys = [jwk("RSA"), jwk("OKP")]
    text = CONFIGURATION.format(key=run(["openssl", "rand", "-hex", "32"]).strip(), port=front.port,
                                folder=place.folder, keys=inline_tables(keys))
    place.write("canaille.toml", text)
    configure(environment, [known["redirect"], known["loopbackRedirect"]])
    command = [PROGRAM, "run", "--bind", f"127.0.0.1:{front.backend}"]
    place.processes.start("canaille", command, environment)
    front.start("/.well-known/openid-configuration")
    return front.description(issuer=front.origin, origin=front.origin, **known)


def jwk(kind):
    return json.loads(run([PACKAGES / "canaille/bin/python3", "-c", (
        "import json, sys; from joserfc.jwk import OKPKey, RSAKey;"
        "key = RSAKey.generate_key(2048) if sys.argv[1] == 'RSA' else OKPKey.generate_key('Ed25519');"
        "key.ensure_kid(); print(json.dumps(key.as_dict(private=True)))"), kind]))


def inline_tables(keys):
    """The keys as TOML."""
    tables = ("{ " + ", ".join(f"{name} = {json.dumps(value)}" for name, value in key.items()) + " }" for key in keys)
    return "[" + ", ".join(tables) + "]"


def configure(environment, redirects):
    def canaille(*arguments):
        run([PROGRAM, *arguments], environment)

    canaille("install")
    canaille("create", "user", "--quiet", "--user-name", USER, "--password", PASSWORD, "--formatted-name",
             "Alice Liddell", "--family-name", "Liddell", "--given-name", "Alice", "--emails", "alice@example.org")
    methods = {CLIENT: ["--token-endpoint-auth-method", "none", "--id-token-signed-response-alg", "EdDSA"]}
    for client, secret in SECRETS.items():
        methods[client] = ["--token-endpoint-auth-method", "client_secret_basic", "--client-secret", secret]
    for client, method in methods.items():
        arguments = ["create", "client", "--quiet", "--client-id", client, "--client-name", client,
                     "--client-uri", "https://app.example", *method]
        for redirect in redirects:
            arguments += ["--redirect-uris", redirect]
        for grant in ("authorization_code", "refresh_token", "client_credentials"):
            arguments += ["--grant-types", grant]
        for scope in ("openid", "profile", "email", "offline_access"):
            arguments += ["--scope", scope]
        canaille(*arguments, "--response-types", "code")
        canaille("set", "client", "--quiet", "--audience", client, client)


def log_in(place, url):
    description = place.description()
    visitor = Visitor(description["origin"], description["authority"])
    page = visitor.visit(url)
    page = visitor.submit(page, {"login": USER})
    page = visitor.submit(page, {"password": PASSWORD})
    if page.status == 200:  # a consent is asked for once
        page = visitor.submit(page, {}, ("answer", "accept"))
    return redirect_of(page)

