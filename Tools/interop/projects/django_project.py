"""A Django project of one file: accounts, a login page and django-oauth-toolkit. `django_project.py init|run`."""

import json
import os
import sys
from pathlib import Path

import django
from django.conf import settings
from django.urls import include, path

FOLDER = Path(os.environ["INTEROP_FOLDER"])
ORIGIN = os.environ["INTEROP_ORIGIN"]

LOGIN_PAGE = """<form method="post">{% csrf_token %}{{ form.as_p }}<button type="submit">Log in</button></form>"""

settings.configure(
    DEBUG=False,
    SECRET_KEY=os.environ["INTEROP_KEY"],
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=[
        "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "oauth2_provider"],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware"],
    TEMPLATES=[{
        "BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": False,
        "OPTIONS": {
            "context_processors": ["django.template.context_processors.request"],
            "loaders": [
                ("django.template.loaders.locmem.Loader", {"registration/login.html": LOGIN_PAGE}),
                "django.template.loaders.app_directories.Loader"]}}],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": FOLDER / "django.sqlite",
                           "OPTIONS": {"timeout": 20}}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"),
    CSRF_TRUSTED_ORIGINS=[ORIGIN],
    SESSION_COOKIE_SECURE=True,
    CSRF_COOKIE_SECURE=True,
    USE_TZ=True,
    LOGGING={"version": 1, "disable_existing_loggers": False, "root": {"handlers": ["stderr"], "level": "WARNING"},
             "handlers": {"stderr": {"class": "logging.StreamHandler"}}},
    LOGIN_URL="/login/",
    OAUTH2_PROVIDER={
        "OIDC_ENABLED": True,
        "OIDC_RSA_PRIVATE_KEY": (FOLDER / "signing.pem").read_text(),
        "OIDC_RP_INITIATED_LOGOUT_ENABLED": True,
        "PKCE_REQUIRED": True,
        "REQUEST_APPROVAL_PROMPT": "force",
        "ROTATE_REFRESH_TOKEN": True,
        "REFRESH_TOKEN_REUSE_PROTECTION": True,
        "REFRESH_TOKEN_GRACE_PERIOD_SECONDS": int(os.environ["INTEROP_GRACE"]),
        "REFRESH_TOKEN_EXPIRE_SECONDS": 86400,
        "ACCESS_TOKEN_EXPIRE_SECONDS": 3600,
        "ALLOWED_REDIRECT_URI_SCHEMES": ["http", "https"],
        "OAUTH_DEVICE_VERIFICATION_URI": f"{ORIGIN}/o/device/",
        "OAUTH_DEVICE_VERIFICATION_URI_COMPLETE": lambda code: f"{ORIGIN}/o/device/?user_code={code}",
        "DEVICE_FLOW_INTERVAL": 2,
        "SCOPES": {"openid": "OpenID", "profile": "Profile", "email": "Email", "introspection": "Introspection"},
    },
)
django.setup()

from django.contrib.auth.views import LoginView  # noqa: E402
from oauth2_provider.urls import metadata_urlpatterns  # noqa: E402

urlpatterns = [
    path("login/", LoginView.as_view()),
    path("o/", include("oauth2_provider.urls")),
    path("", include(metadata_urlpatterns)),  # RFC 8414 puts the document between the host and the issuer's path
]


def initialise():
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from oauth2_provider.models import get_application_model

    call_command("migrate", verbosity=0)
    get_user_model().objects.create_user(os.environ["INTEROP_USER"], "alice@example.org", os.environ["INTEROP_PASSWORD"])
    applications = get_application_model().objects
    redirects = os.environ["INTEROP_REDIRECTS"]
    common = {"redirect_uris": redirects, "algorithm": "RS256", "skip_authorization": False}
    applications.create(client_id="omamori-native", name="omamori-native", client_type="public",
                        authorization_grant_type="authorization-code", **common)
    applications.create(client_id="omamori-device", name="omamori-device", client_type="public",
                        authorization_grant_type="urn:ietf:params:oauth:grant-type:device_code", **common)
    for client, secret in json.loads(os.environ["INTEROP_SECRETS"]).items():
        applications.create(client_id=client, name=client, client_type="confidential", client_secret=secret,
                            authorization_grant_type="client-credentials", **common)


def run(port):
    from django.core.servers.basehttp import WSGIServer
    from django.core.servers.basehttp import run as serve
    from django.core.wsgi import get_wsgi_application

    serve("127.0.0.1", port, get_wsgi_application(), threading=True, server_cls=WSGIServer)


if sys.argv[1] == "init":
    initialise()
else:
    run(int(sys.argv[2]))
