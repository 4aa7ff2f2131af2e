import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct EmbeddedTLSStackTests {
  @Test(arguments: [
    "func open() -> Bool { ⟦SSL_connect(ssl)⟧ == 1 }",
    "func open() { while ⟦mbedtls_ssl_handshake(&context)⟧ != 0 { wait() } }",
    "func open() throws { guard ⟦wolfSSL_connect(ssl)⟧ == 1 else { throw Failure.handshake } }",
    "func open() { _ = ⟦gnutls_handshake(session)⟧ }",
    "func open() { ⟦curl_easy_setopt(handle, CURLOPT_CAINFO, path)⟧ }",
    """
    import NIOSSL
    func open() throws { let handler = try ⟦NIOSSLClientHandler(context: context, serverHostname: host)⟧ }
    """,
  ])
  func speaks(_ source: String) {
    expect(EmbeddedTLSStack.self, in: source, severity: .low, confidence: .medium)
  }

  @Test(arguments: [
    "func open() { NWConnection(host: host, port: .https, using: .tls).start(queue: queue) }",
    "func read() { let key = PEM_read_bio_PrivateKey(bio, nil, nil, nil) }",
    "func hash() { EVP_DigestUpdate(context, bytes, count) }",
    "func open() { curl_easy_setopt(handle, CURLOPT_URL, address) }",
    "func open() { client.SSL_connect(ssl) }",
    "func mbedtls_ssl_handshake(_ context: Int) {}\nfunc open() { mbedtls_ssl_handshake(1) }",
    "func open() { socket.startTLS([kCFStreamSSLPeerName as String: host]) }",
  ])
  func isSilent(_ source: String) { expect(EmbeddedTLSStack.self, in: source) }

  @Test(arguments: [
    "@implementation A\n- (BOOL)open { return ⟦SSL_connect(_ssl)⟧ == 1; }\n@end",
    "@implementation A\n- (void)open { ⟦curl_easy_setopt(_curl, CURLOPT_CAINFO, path)⟧; }\n@end",
    "@implementation A\n- (void)open { curl_easy_setopt(_curl, CURLOPT_URL, path); }\n@end",
    "int SSL_connect(SSL *s) { return s->connect(s); }\nint again(SSL *s) { return SSL_connect(s); }",
    "#include <sys/epoll.h>\nint open_it(SSL *s) { return SSL_connect(s); }",
  ])
  func looksAtObjectiveC(_ source: String) { expect(EmbeddedTLSStack.self, inObjectiveC: source) }

  @Test func isUnsureOfPlainC() {
    expect(
      EmbeddedTLSStack.self, inObjectiveC: "int go(SSL *s) { return ⟦SSL_connect(s)⟧; }", path: "tls.c",
      confidence: .low)
  }

  @Test(arguments: [
    "⟦- OpenSSL-Universal (3.3.0)⟧", "⟦- wolfSSL (5.7.0)⟧", "- Alamofire (5.10.2)", "- SSZipArchive (2.5)",
  ])
  func looksAtDependencies(_ pod: String) throws {
    try expect(EmbeddedTLSStack.self, in: ["Podfile.lock": "PODS:\n  \(pod)\n"], severity: .low)
  }
}
