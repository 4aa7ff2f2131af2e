"""An nginx with certificates of its own, for clients to be measured against."""

import contextlib
import socket
import subprocess
import time
from pathlib import Path

EXTENSIONS = """[ca]
basicConstraints=critical,CA:TRUE
keyUsage=critical,keyCertSign,cRLSign
subjectKeyIdentifier=hash
[leaf]
basicConstraints=CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth
subjectAltName=DNS:localhost
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
"""

CONFIGURATION = """daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log crit;
events {{ worker_connections 1024; }}
http {{
  access_log off; root {folder}/www; keepalive_requests 10000000; default_type application/octet-stream;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi; open_file_cache max=10;
  ssl_certificate {folder}/leaf.pem; ssl_certificate_key {folder}/leaf.key; ssl_protocols TLSv1.3;
  server {{ listen 127.0.0.1:{kept} ssl http2; server_name localhost; }}
  server {{ listen 127.0.0.1:{fresh} ssl; server_name localhost; keepalive_timeout 0; ssl_session_tickets off; }}
}}
"""


@contextlib.contextmanager
def running(folder: Path):
    """Starts it; gives the URL where connections are kept and the one where they are closed."""
    (folder / "www").mkdir(parents=True, exist_ok=True)
    (folder / "www/small").write_bytes(b"a" * 1024)
    certificates(folder)
    kept, fresh = free_port(), free_port()
    (folder / "nginx.conf").write_text(CONFIGURATION.format(folder=folder, kept=kept, fresh=fresh))
    process = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "start.log"])
    try:
        wait_for(kept)
        yield f"https://localhost:{kept}/small", f"https://localhost:{fresh}/small"
    finally:
        process.terminate()
        process.wait()


def certificates(folder: Path) -> None:
    """A root and a certificate for localhost."""
    (folder / "extensions").write_text(EXTENSIONS)
    for name in ("root", "leaf"):
        openssl(folder, "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", f"{name}.key")
        openssl(folder, "req", "-new", "-key", f"{name}.key", "-subj", f"/CN={name}", "-out", f"{name}.csr")
    common = ["-days", "30", "-extfile", "extensions"]
    openssl(folder, "x509", "-req", "-in", "root.csr", "-key", "root.key", *common, "-extensions", "ca", "-out", "root.pem")
    by_root = ["-CA", "root.pem", "-CAkey", "root.key", "-set_serial", "77"]
    openssl(folder, "x509", "-req", "-in", "leaf.csr", *by_root, *common, "-extensions", "leaf", "-out", "leaf.pem")


def openssl(folder: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(port: int) -> None:
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.02)
    raise TimeoutError("nginx did not start")
