import CTLS
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport

/// The client's side of a TLS connection between memory and memory, judged by a policy; whoever has a socket moves the
/// bytes.
// because the connection is freed with this value, belongs to it alone, and owns both buffers
@safe
struct StreamConnection: ~Copyable {
  /// What a step comes to.
  enum Progress: Equatable {
    /// More of the server's bytes are needed.
    case needsInput
    /// It is done.
    case complete
    /// The server said goodbye; it has read what came before ours.
    case closed
    /// The server refused with an alert.
    case alert(UInt8)
    /// It failed for a reason of OpenSSL's.
    case failed(reason: Int)
  }

  private let context: OpaquePointer
  private let connection: OpaquePointer
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer

  /// Alerts that were received are reasons from this number on.
  private static let firstAlertReason = 1000

  /// Prepares a connection.
  ///
  /// - Parameters:
  ///   - server: What is known of the server, and judges it.
  ///   - identity: Who the client is, if it says so.
  ///   - report: Hears why a handshake is refused.
  /// - Throws: `TransportError`.
  init(
    to server: ServerProfile, identity: ClientCredential?, report: HandshakeReport
  ) throws(TransportError) {
    guard let context = unsafe SSL_CTX_new(TLS_client_method()) else { throw TLSFailure.take() }
    do throws(TransportError) {
      // because the context is used during the calls only
      try unsafe server.prepare(context, refusal: report)
      try unsafe identity?.install(on: context)
      unsafe CertificateRequestWatch.install(on: context) { report.noteCertificateRequest() }
    } catch {
      unsafe SSL_CTX_free(context)
      throw error
    }
    guard let connection = unsafe SSL_new(context) else {
      unsafe SSL_CTX_free(context)
      throw TLSFailure.take()
    }
    let host = server.policy.host
    guard let incoming = unsafe BIO_new(BIO_s_mem()), let outgoing = unsafe BIO_new(BIO_s_mem()),
      unsafe host.isAddress || omamori_tls_set_server_name(connection, host.description) == 1
    else {
      unsafe SSL_free(connection)
      unsafe SSL_CTX_free(context)
      throw TLSFailure.take()
    }
    unsafe SSL_set_bio(connection, incoming, outgoing)
    unsafe SSL_set_connect_state(connection)
    unsafe (self.context, self.connection) = unsafe (context, connection)
    unsafe (self.incoming, self.outgoing) = unsafe (incoming, outgoing)
  }

  deinit {
    unsafe SSL_free(connection)
    unsafe SSL_CTX_free(context)
  }

  /// Goes on with the handshake as far as the bytes that were taken go.
  func handshake() -> Progress {
    ERR_clear_error()
    return progress(after: unsafe SSL_do_handshake(connection))
  }

  /// What the policy says of the connection when the handshake is over.
  func verdict(of server: ServerProfile) -> ConnectionVerdict {
    unsafe server.judge(connection)  // because the connection is open during the call
  }

  /// Encrypts bytes for the server; all of them, since memory takes everything.
  func write(_ bytes: ArraySlice<UInt8>) -> Progress {
    guard !bytes.isEmpty else { return .complete }
    ERR_clear_error()
    // because the bytes are read during the call
    return progress(
      after: unsafe bytes.withUnsafeBytes { unsafe SSL_write(connection, $0.baseAddress, Int32($0.count)) })
  }

  /// Reads what the server says; `complete` when it is data, which nobody asked for.
  func listen() -> Progress {
    ERR_clear_error()
    var byte: UInt8 = 0
    // because one byte is written to a variable of one byte
    return progress(after: unsafe SSL_read(connection, &byte, 1))
  }

  /// Says goodbye; ``listen()`` tells when the server has, too.
  func close() {
    ERR_clear_error()
    _ = unsafe SSL_shutdown(connection)
    ERR_clear_error()
  }

  /// Takes bytes that the server sent.
  func take(_ bytes: ArraySlice<UInt8>) {
    // because the buffer copies the bytes during the call
    _ = unsafe bytes.withUnsafeBytes { unsafe BIO_write(incoming, $0.baseAddress, Int32($0.count)) }
  }

  /// Gives the bytes that the server is to get, each once.
  func give() -> [UInt8] {
    let count = unsafe BIO_ctrl_pending(outgoing)
    guard count > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      // because the capacity is what the buffer of OpenSSL has
      filled = max(0, Int(unsafe BIO_read(outgoing, buffer.baseAddress, Int32(count))))
    }
  }

  private func progress(after code: Int32) -> Progress {
    if code > 0 { return .complete }
    switch unsafe SSL_get_error(connection, code) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .needsInput
    case SSL_ERROR_ZERO_RETURN: return .closed
    default: break
    }
    let reason = Int(omamori_tls_oldest_reason())
    ERR_clear_error()
    if reason > Self.firstAlertReason, let alert = UInt8(exactly: reason - Self.firstAlertReason) {
      return .alert(alert)
    }
    return .failed(reason: reason)
  }
}

/// What was found of a connection, kept with it so that the next request need not find it again.
final class ConnectionFinding: Sendable {
  let result: ValidationResult
  /// Whether the stapled status and the facts of the handshake are part of it.
  let isComplete: Bool
  private let validator: ChainValidator
  private let moments: ClosedRange<Date>?

  init(_ result: ValidationResult, isComplete: Bool, of validator: ChainValidator, at moment: Date) {
    (self.result, self.isComplete, self.validator) = (result, isComplete, validator)
    let certificates = result.chain?.certificates ?? []
    let begin = certificates.map(\.notValidBefore).max() ?? moment
    let end = certificates.map(\.notValidAfter).min() ?? moment
    moments = begin <= end ? begin...end : nil
  }

  /// Whether the same validator would find the same now: every certificate is still valid.
  func isAbout(_ validator: ChainValidator, _ moment: Date) -> Bool {
    self.validator == validator && moments?.contains(moment) == true
  }
}

/// Notices that a server ends a connection by saying so (`close_notify`; RFC 8446, section 6.1).
///
/// Without that, anybody on the way may have cut it, and a body that has no length may be a part of the whole. libcurl takes
/// the one for the other: it lets OpenSSL ignore the difference, and its own input does not tell OpenSSL that it has ended.
final class ClosingWatch: Sendable {
  private let state = Protected(false)

  private init() {}

  /// Whether the server has ended the connection.
  var isClosedByServer: Bool { state.current }

  /// The index for the object that an `SSL_CTX` holds.
  // because the function that frees it takes the pointer that `install` stores
  private static let index = unsafe CRYPTO_get_ex_new_index(
    CRYPTO_EX_INDEX_SSL_CTX, 0, nil, nil, nil, freeWatch)

  /// Lets a connection be watched; of one that cannot be, ``watch(of:)`` gives `nil`.
  ///
  /// - Parameter context: The connection's `SSL_CTX`, which is used for it alone and keeps the watch.
  static func install(on context: OpaquePointer) {
    // because the reference is given back by `freeWatch`, or below when the context does not take it
    let watch = unsafe Unmanaged.passRetained(ClosingWatch())
    guard unsafe SSL_CTX_set_ex_data(context, index, watch.toOpaque()) == 1 else {
      return unsafe watch.release()
    }
    unsafe SSL_CTX_set_info_callback(context) { connection, event, value in
      guard omamori_tls_is_close_notify(event, value) == 1, let connection = unsafe connection else {
        return
      }
      unsafe ClosingWatch.watch(of: connection)?.state.withLock { $0 = true }
    }
  }

  /// The watch of a connection, which may be kept for longer than the connection.
  static func watch(of connection: OpaquePointer) -> ClosingWatch? {
    // because only `install` stores a pointer there, and it stays valid while the context does
    guard let context = unsafe SSL_get_SSL_CTX(connection),
      let pointer = unsafe SSL_CTX_get_ex_data(context, index)
    else { return nil }
    return unsafe Unmanaged<ClosingWatch>.fromOpaque(pointer).takeUnretainedValue()
  }
}

/// What OpenSSL calls for the object that a context holds when it is freed.
private func freeWatch(
  _ holder: UnsafeMutableRawPointer?, _ object: UnsafeMutableRawPointer?,
  _ all: UnsafeMutablePointer<CRYPTO_EX_DATA>?, _ index: Int32, _ number: Int,
  _ argument: UnsafeMutableRawPointer?
) {
  // because each pointer that is stored stands for one reference
  if let object = unsafe object { unsafe Unmanaged<ClosingWatch>.fromOpaque(object).release() }
}
