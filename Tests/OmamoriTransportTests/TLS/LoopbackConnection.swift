#if !canImport(Darwin)
import CTLS
import Foundation
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl

/// A client and a server of OpenSSL's that talk to each other in memory, without sockets.
// because each pointer is freed once, and the buffers that are passed are used during the calls only
@safe
final class LoopbackConnection {
  struct Failure: Error {}

  private let client: OpaquePointer
  private let server: OpaquePointer
  /// Whether the handshake ended well on the client's side.
  private(set) var isEstablished = false

  init(
    _ clientContext: LoopbackContext, _ serverContext: LoopbackContext,
    resuming session: LoopbackSession? = nil
  )
    throws
  {
    guard let client = unsafe SSL_new(clientContext.pointer),
      let server = unsafe SSL_new(serverContext.pointer)
    else { throw Failure() }
    unsafe (self.client, self.server) = unsafe (client, server)
    var (near, far): (OpaquePointer?, OpaquePointer?)
    unsafe (near, far) = (nil, nil)
    guard unsafe BIO_new_bio_pair(&near, 65_536, &far, 65_536) == 1 else { throw Failure() }
    unsafe SSL_set_bio(client, near, near)
    unsafe SSL_set_bio(server, far, far)
    unsafe SSL_set_connect_state(client)
    unsafe SSL_set_accept_state(server)
    if let session { unsafe SSL_set_session(client, session.pointer) }
    for _ in 0..<20 {
      let (one, other) = unsafe (SSL_do_handshake(client), SSL_do_handshake(server))
      if one == 1, other == 1 {
        isEstablished = true
        break
      }
    }
    ERR_clear_error()
  }

  deinit {
    // because 3 says that both sides have ended it; otherwise OpenSSL does not let its session be resumed
    unsafe SSL_set_shutdown(client, 3)
    unsafe SSL_set_shutdown(server, 3)
    unsafe SSL_free(client)
    unsafe SSL_free(server)
  }

  /// What a verifier says of the connection.
  func result(under verifier: TLSVerifier) -> ValidationResult { unsafe verifier.result(of: client) }

  /// What the handshake ended with.
  var facts: ConnectionFacts { unsafe ConnectionFacts(of: client) }

  /// The client's session after a byte of the server's, before which it sends its tickets.
  func session() throws -> LoopbackSession {
    var byte: UInt8 = 1
    guard unsafe SSL_write(server, &byte, 1) == 1, unsafe SSL_read(client, &byte, 1) == 1,
      let session = unsafe SSL_get1_session(client)
    else { throw Failure() }
    return unsafe LoopbackSession(session)
  }
}

/// A session that can be resumed.
// because the pointer is freed once
@safe
final class LoopbackSession {
  fileprivate let pointer: OpaquePointer

  fileprivate init(_ pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

  deinit { unsafe SSL_SESSION_free(pointer) }
}

/// The settings of one side.
// because the pointer is freed once, and the buffers that are passed are used during the calls only
@safe
final class LoopbackContext {
  fileprivate let pointer: OpaquePointer
  /// The response that a server staples.
  private let staple: StapleBox?

  private final class StapleBox {
    let der: Data
    init(_ der: Data) { self.der = der }
  }

  /// A client; of one that is overheard, somebody else wants to hear the secrets.
  init(verifier: TLSVerifier, minimumVersion: TLSVersion = .tls12, isOverheard: Bool = false) throws {
    guard let pointer = unsafe SSL_CTX_new(TLS_client_method()) else { throw LoopbackConnection.Failure() }
    unsafe self.pointer = unsafe pointer
    staple = nil
    if isOverheard { unsafe SSL_CTX_set_keylog_callback(pointer) { _, _ in } }
    try unsafe TLSSettings(minimumVersion: minimumVersion).apply(to: pointer)
    try unsafe verifier.install(on: pointer)
  }

  /// Whether somebody hears the secrets of connections.
  var isOverheard: Bool { unsafe SSL_CTX_get_keylog_callback(pointer) != nil }

  /// A server with the chain of a fixture.
  init(
    _ item: ChainFixtures.Case, staple: Data? = nil, suites: String = "ALL:@SECLEVEL=0",
    version: Int32? = nil,
    hasExtendedMasterSecret: Bool = true
  ) throws {
    guard let pointer = unsafe SSL_CTX_new(TLS_server_method()) else { throw LoopbackConnection.Failure() }
    unsafe self.pointer = unsafe pointer
    self.staple = staple.map(StapleBox.init)
    unsafe SSL_CTX_set_cipher_list(pointer, suites)
    if let version {
      // because 123 and 124 are the numbers of the oldest and newest version, macros that Swift cannot import
      unsafe SSL_CTX_ctrl(pointer, 123, Int(version), nil)
      unsafe SSL_CTX_ctrl(pointer, 124, Int(version), nil)
    }
    // because bit 0 leaves the extended master secret out, a macro that Swift cannot import
    if !hasExtendedMasterSecret { unsafe SSL_CTX_set_options(pointer, 1) }
    for (index, pem) in item.chain.enumerated() {
      let der = try Certificate(pemRepresentation: pem).derRepresentation
      try unsafe der.withUnsafeBytes { bytes in
        var start = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
        guard let certificate = unsafe d2i_X509(nil, &start, bytes.count) else {
          throw LoopbackConnection.Failure()
        }
        if index == 0 {
          unsafe SSL_CTX_use_certificate(pointer, certificate)
          unsafe X509_free(certificate)
        } else {
          // because 14 adds to the chain and takes the certificate over, a macro that Swift cannot import
          unsafe SSL_CTX_ctrl(pointer, 14, 0, UnsafeMutableRawPointer(certificate))
        }
      }
    }
    try useKey(item.key)
    if let box = self.staple { stapleResponses(box) }
  }

  deinit { unsafe SSL_CTX_free(pointer) }

  private func useKey(_ pem: String) throws {
    let key = unsafe Array(pem.utf8).withUnsafeBytes { bytes -> OpaquePointer? in
      let buffer = unsafe BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
      defer { unsafe BIO_free(buffer) }
      return unsafe PEM_read_bio_PrivateKey(buffer, nil, nil, nil)
    }
    guard let key = unsafe key else { throw LoopbackConnection.Failure() }
    defer { unsafe EVP_PKEY_free(key) }
    guard unsafe SSL_CTX_use_PrivateKey(pointer, key) == 1 else { throw LoopbackConnection.Failure() }
  }

  private func stapleResponses(_ box: StapleBox) {
    unsafe omamori_tls_watch_status(pointer) { connection, argument in
      // because the context holds the box and outlives its connections
      guard let argument = unsafe argument else { return 3 }
      let der = unsafe Unmanaged<StapleBox>.fromOpaque(argument).takeUnretainedValue().der
      guard let copy = unsafe CRYPTO_malloc(der.count, "", 0) else { return 3 }
      unsafe der.copyBytes(to: UnsafeMutableRawBufferPointer(start: copy, count: der.count))
      // because 71 gives the response to the connection, which frees it; a macro that Swift cannot import
      unsafe SSL_ctrl(connection, 71, der.count, copy)
      return 0
    }
    // because 64 sets the argument of the callback, a macro that Swift cannot import
    unsafe SSL_CTX_ctrl(pointer, 64, 0, Unmanaged.passUnretained(box).toOpaque())
  }
}
#endif
