#if !canImport(Darwin)
import CTLS
import OmamoriCore

/// The client's side of a handshake between memory and memory; whoever has a socket moves the bytes.
// because the connection is freed with this value, belongs to it alone, and owns both buffers
@safe
struct ProbeConnection: ~Copyable {
  /// What a step of a handshake comes to.
  enum Progress: Equatable {
    /// More of the server's answer is needed.
    case needsInput
    /// It is complete.
    case complete
    /// The server refused with an alert.
    case alert(UInt8)
    /// It failed for a reason of OpenSSL's.
    case failed(reason: Int)
  }

  private let context: ProbeContext
  private let connection: OpaquePointer
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer
  private let inquiry = ProbeInquiry()

  /// Alerts that were received are reasons from this number on.
  private static let firstAlertReason = 1000

  /// Prepares a handshake.
  ///
  /// - Throws: ``TransportError/backend(code:)``.
  init(_ offer: HandshakeOffer, host: HostName) throws(TransportError) {
    let context = try ProbeContext(offer)
    guard let connection = unsafe context.withPointer({ unsafe SSL_new($0) }) else { throw TLSFailure.take() }
    guard let incoming = unsafe BIO_new(BIO_s_mem()), let outgoing = unsafe BIO_new(BIO_s_mem()) else {
      unsafe SSL_free(connection)
      throw TLSFailure.take()
    }
    unsafe SSL_set_bio(connection, incoming, outgoing)
    unsafe SSL_set_connect_state(connection)
    // because the inquiry lives as long as this value, which owns the connection
    unsafe SSL_set_cert_cb(connection, noteInquiry, Unmanaged.passUnretained(inquiry).toOpaque())
    let isReady = unsafe host.isAddress || omamori_tls_set_server_name(connection, host.description) == 1
    guard isReady else {
      unsafe SSL_free(connection)
      throw TLSFailure.take()
    }
    self.context = context
    unsafe (self.connection, self.incoming, self.outgoing) = unsafe (connection, incoming, outgoing)
  }

  deinit { unsafe SSL_free(connection) }

  /// Whether the server asked for a client certificate.
  var isAskedForCertificate: Bool { inquiry.isMade }

  /// Goes on with the handshake as far as the bytes that were taken go.
  func handshake() -> Progress {
    ERR_clear_error()
    return progress(after: unsafe SSL_do_handshake(connection))
  }

  /// Reads what the server says after the handshake, as far as the bytes that were taken go; what it is does not matter.
  func listen() -> Progress {
    ERR_clear_error()
    var byte: UInt8 = 0
    // because one byte is written to a variable of one byte
    return progress(after: unsafe SSL_read(connection, &byte, 1))
  }

  /// Says goodbye, without waiting for the answer.
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

  /// Calls `body` with the `SSL`.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { unsafe body(connection) }

  private func progress(after code: Int32) -> Progress {
    if code > 0 { return .complete }
    switch unsafe SSL_get_error(connection, code) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .needsInput
    case SSL_ERROR_ZERO_RETURN: return .complete
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

/// Whether a server asked for a client certificate; used by the one thread that makes the handshake.
private final class ProbeInquiry {
  var isMade = false
}

/// What OpenSSL calls when the server asks for a certificate; 1 goes on without one.
private func noteInquiry(_ connection: OpaquePointer?, _ argument: UnsafeMutableRawPointer?) -> Int32 {
  // because the connection that calls this belongs to a value that owns the inquiry
  if let argument = unsafe argument {
    unsafe Unmanaged<ProbeInquiry>.fromOpaque(argument).takeUnretainedValue().isMade = true
  }
  return 1
}
#endif
