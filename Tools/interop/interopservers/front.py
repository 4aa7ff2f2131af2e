"""TLS in front of a server: a test authority, one certificate, and nginx, which passes requests on."""

import fcntl
import secrets

from .place import free_port
from .processes import run

EXTENSIONS = """basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth
subjectAltName=IP:127.0.0.1,DNS:localhost
"""

CONFIGURATION = """daemon off;
pid {folder}/nginx.id;
error_log stderr warn;
worker_processes 1;
events {{ worker_connections 256; }}
http {{
  access_log {folder}/access.log;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {folder}/server.pem;
    ssl_certificate_key {folder}/server.key;
    ssl_protocols TLSv1.2 TLSv1.3;
    proxy_buffer_size 32k;
    proxy_buffers 8 32k;
    location / {{
      proxy_pass http://127.0.0.1:{backend};
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header X-Forwarded-Port {port};
      proxy_set_header X-Forwarded-Proto https;
    }}
  }}
}}
"""


class Front:
    """Chooses the ports first, so that the server behind can be told its address; `start` comes when it answers."""

    def __init__(self, place, name="front"):
        self.place, self.name = place, name
        self.backend, self.port = free_port(), free_port()
        self.origin = f"https://127.0.0.1:{self.port}"
        self.behind = f"http://127.0.0.1:{self.backend}"
        self.authority = place.shared / "authority.pem"

    def start(self, ready_path):
        make_authority(self.place.shared)
        folder = self.place.folder / self.name
        folder.mkdir()
        make_certificate(self.place.shared, folder)
        text = CONFIGURATION.format(folder=folder, port=self.port, backend=self.backend)
        path = self.place.write(f"{self.name}/nginx.conf", text)
        process = self.place.processes.start(self.name, ["nginx", "-c", path, "-p", folder, "-e", "stderr"])
        self.place.processes.await_answer(process, self.origin + ready_path, self.authority)

    def description(self, **more):
        return {"name": self.place.name, "authority": str(self.authority), **more}


def make_authority(folder):
    key, certificate = folder / "authority.key", folder / "authority.pem"
    with (folder / "authority.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # servers that are started at once share what the first one makes
        if not certificate.exists():
            sign_authority(key, certificate)


def sign_authority(key, certificate):
    run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "7",
         "-subj", "/CN=Interop Test Authority", "-addext", "basicConstraints=critical,CA:TRUE,pathlen:0",
         "-addext", "keyUsage=critical,keyCertSign", "-keyout", key, "-out", certificate])


def make_certificate(shared, folder):
    key, request, certificate = folder / "server.key", folder / "server.csr", folder / "server.pem"
    extensions = folder / "extensions"
    extensions.write_text(EXTENSIONS)
    run(["openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=127.0.0.1",
         "-keyout", key, "-out", request])
    run(["openssl", "x509", "-req", "-in", request, "-CA", shared / "authority.pem", "-CAkey", shared / "authority.key",
         "-set_serial", str(secrets.randbits(120)), "-days", "5", "-extfile", extensions, "-out", certificate])
