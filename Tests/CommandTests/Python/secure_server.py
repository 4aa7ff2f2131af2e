"""An HTTPS server on a free port of 127.0.0.1 that clients cannot keep from serving others."""

import http.server
import ssl


class SecureServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, handler, certificate, private_key):
        super().__init__(("127.0.0.1", 0), handler)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate, private_key)

    def handle_error(self, request, client_address):
        # A client that was killed is no news.
        pass

    def finish_request(self, request, client_address):
        # The handshake is done here, so that a client that says nothing keeps nobody else waiting.
        request.settimeout(30)
        with self.context.wrap_socket(request, server_side=True) as connection:
            super().finish_request(connection, client_address)
