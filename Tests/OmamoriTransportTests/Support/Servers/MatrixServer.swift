#if !canImport(Darwin)
import CTLS
import Foundation
import Glibc
import OmamoriCore
import OmamoriCrypto
import TestSupport

/// A server on the loopback interface that behaves as a test says, well or badly; ended with this object.
// because settings are made before the first connection, and everything else is an atomic call of the system
@safe
final class MatrixServer: @unchecked Sendable {
  let port: UInt16
  private let listener: Int32
  private let context: OpaquePointer
  private let settings: ServerSettings
  private let requests = Protected(0)
  private let isStopped = Protected(false)
  /// The staple in an object that the context may refer to.
  private let staple: StapleBox?

  private final class StapleBox {
    let der: Data
    init(_ der: Data) { self.der = der }
  }

  init(_ settings: ServerSettings) throws {
    self.settings = settings
    staple = settings.staple.map(StapleBox.init)
    guard let context = unsafe SSL_CTX_new(TLS_server_method()) else { throw TestKey.Failure("context") }
    unsafe self.context = unsafe context
    let socket = try LoopbackSocket(listening: 128)
    port = socket.port
    listener = dup(socket.descriptor)
    try configure()
    let (port, listener) = (port, listener)
    _ = OwnThread.start { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        guard let server = self else {
          close(connection)
          break
        }
        if !OwnThread.start({ server.serve(connection) }) { close(connection) }
      }
      _ = port
      close(listener)
    }
  }

  /// How many clients sent something after the handshake.
  var requestCount: Int { requests.current }

  /// Lets the thread that accepts connections end.
  ///
  /// Only once: afterwards the number of the descriptor may belong to somebody else.
  func stop() {
    isStopped.withLock { isStopped in
      if !isStopped { shutdown(listener, Int32(SHUT_RDWR)) }
      isStopped = true
    }
  }

  deinit {
    stop()
    unsafe SSL_CTX_free(context)
  }

  private func configure() throws {
    unsafe SSL_CTX_set_security_level(context, 0)
    // because 123, 124, 118 and 92 are the numbers of macros that Swift cannot import: versions, DH and groups
    unsafe SSL_CTX_ctrl(context, 123, settings.versions.lowerBound, nil)
    unsafe SSL_CTX_ctrl(context, 124, settings.versions.upperBound, nil)
    unsafe SSL_CTX_ctrl(context, 118, 1, nil)
    guard unsafe SSL_CTX_set_cipher_list(context, settings.suites) == 1 else {
      throw TestKey.Failure("suites")
    }
    if let groups = settings.groups {
      guard unsafe omamori_tls_set_groups(context, groups) == 1 else { throw TestKey.Failure("groups") }
    }
    if !settings.hasExtendedMasterSecret { unsafe SSL_CTX_set_options(context, 1) }
    if settings.prefersOwnOrder { unsafe SSL_CTX_set_options(context, 1 << 22) }
    for (index, item) in settings.chain.enumerated() {
      if index == 0 {
        guard unsafe SSL_CTX_use_certificate(context, item.pointer) == 1,
          unsafe SSL_CTX_use_PrivateKey(context, item.key.pointer) == 1
        else { throw TestKey.Failure("certificate") }
      } else {
        // because 89 with 1 adds to the chain and counts a reference, a macro that Swift cannot import
        unsafe SSL_CTX_ctrl(context, 89, 1, UnsafeMutableRawPointer(item.pointer))
      }
    }
    let mode =
      settings.requiresClientCertificate
      ? SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT
      : settings.asksForClientCertificate ? SSL_VERIFY_PEER : SSL_VERIFY_NONE
    unsafe SSL_CTX_set_verify(context, mode, nil)
    unsafe SSL_CTX_set_alpn_select_cb(context, chooseProtocol, nil)
    if let staple { stapleResponses(staple) }
  }

  private func stapleResponses(_ box: StapleBox) {
    unsafe omamori_tls_watch_status(context) { connection, argument in
      // because the server holds the box and outlives its connections
      guard let argument = unsafe argument else { return 3 }
      let der = unsafe Unmanaged<StapleBox>.fromOpaque(argument).takeUnretainedValue().der
      guard let copy = unsafe CRYPTO_malloc(der.count, "", 0) else { return 3 }
      unsafe der.copyBytes(to: UnsafeMutableRawBufferPointer(start: copy, count: der.count))
      // because 71 gives the response to the connection, which frees it; a macro that Swift cannot import
      unsafe SSL_ctrl(connection, 71, der.count, copy)
      return 0
    }
    // because 64 sets the argument of the callback, a macro that Swift cannot import
    unsafe SSL_CTX_ctrl(context, 64, 0, Unmanaged.passUnretained(box).toOpaque())
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    unsafe setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var buffer = [UInt8](repeating: 0, count: 4096)
    switch settings.behavior {
    case .tls, .slow, .truncated: serveTLS(connection)
    case .answer(let bytes):
      _ = unsafe recv(connection, &buffer, buffer.count, 0)
      _ = unsafe send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    case .greeting(let bytes):
      _ = unsafe send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      _ = unsafe recv(connection, &buffer, buffer.count, 0)
    case .reset:
      _ = unsafe recv(connection, &buffer, buffer.count, 0)
      var option = linger(l_onoff: 1, l_linger: 0)
      unsafe setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    case .close: break
    case .silent: while unsafe recv(connection, &buffer, buffer.count, 0) > 0 {}
    }
  }

  private func serveTLS(_ socket: Int32) {
    guard let connection = unsafe SSL_new(context) else { return }
    defer {
      unsafe SSL_free(connection)
      ERR_clear_error()
    }
    guard let incoming = unsafe BIO_new(BIO_s_mem()), let outgoing = unsafe BIO_new(BIO_s_mem()) else {
      return
    }
    unsafe SSL_set_bio(connection, incoming, outgoing)
    unsafe SSL_set_accept_state(connection)
    var (buffer, sent) = ([UInt8](repeating: 0, count: 16_384), 0)
    var isReady = false
    while true {
      let code =
        unsafe isReady ? SSL_read(connection, &buffer, Int32(buffer.count)) : SSL_do_handshake(connection)
      let problem = unsafe SSL_get_error(connection, code)
      if isReady, code > 0 {
        requests.withLock { $0 += 1 }
        let page = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        _ = unsafe SSL_write(connection, page, Int32(page.count))
        unsafe SSL_shutdown(connection)
      }
      guard unsafe flush(outgoing, socket, &sent) else { return }
      if isReady, code > 0 { return }
      if !isReady, code == 1 {
        isReady = true
        continue
      }
      guard problem == SSL_ERROR_WANT_READ else { return }
      let count = unsafe recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      _ = unsafe BIO_write(incoming, buffer, Int32(count))
    }
  }

  /// Sends what the connection has to say, in the way of the behaviour; says whether to go on.
  private func flush(_ outgoing: OpaquePointer, _ socket: Int32, _ sent: inout Int) -> Bool {
    var bytes = [UInt8](repeating: 0, count: unsafe BIO_ctrl_pending(outgoing))
    guard !bytes.isEmpty else { return true }
    _ = unsafe BIO_read(outgoing, &bytes, Int32(bytes.count))
    switch settings.behavior {
    case .slow(let pause):
      for byte in bytes {
        var byte = byte
        guard unsafe send(socket, &byte, 1, Int32(MSG_NOSIGNAL)) == 1 else { return false }
        usleep(UInt32(pause) * 1000)
      }
    case .truncated(let limit):
      let part = Array(bytes.prefix(max(0, limit - sent)))
      _ = unsafe send(socket, part, part.count, Int32(MSG_NOSIGNAL))
      sent += part.count
      return sent < limit
    default:
      guard unsafe send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return false }
    }
    return true
  }
}

/// HTTP/1.1 for those who know it.
private func chooseProtocol(
  _ connection: OpaquePointer?, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  _ size: UnsafeMutablePointer<UInt8>?, _ offered: UnsafePointer<UInt8>?, _ count: UInt32,
  _ argument: UnsafeMutableRawPointer?
) -> Int32 {
  guard let offered = unsafe offered else { return SSL_TLSEXT_ERR_NOACK }
  var position = 0
  while position < Int(count) {
    let length = Int(unsafe offered[position])
    guard position + 1 + length <= Int(count) else { break }
    // because the name is inside of what the client offered
    let name = unsafe UnsafeBufferPointer(start: offered + position + 1, count: length)
    if unsafe name.elementsEqual("http/1.1".utf8) {
      unsafe chosen?.pointee = unsafe offered + position + 1
      unsafe size?.pointee = UInt8(length)
      return SSL_TLSEXT_ERR_OK
    }
    position += 1 + length
  }
  return SSL_TLSEXT_ERR_NOACK
}
#endif
