import CRelayTLS
import OmamoriCore

/// The server's side of a TLS connection over a socket that does not block and that somebody else closes.
///
/// One thread at a time.
// because the connection is freed with this value and belongs to it alone
@safe
struct TLSConnection: ~Copyable {
  /// What a step comes to.
  enum Progress: Equatable {
    /// So many bytes were moved; 0 for a handshake that is over.
    case moved(Int)
    /// The socket must be readable to go on.
    case needsInput
    /// The socket must be writable to go on.
    case needsOutput
    /// The client said goodbye.
    case closed
    /// It cannot go on.
    case failed
  }

  private let connection: OpaquePointer

  /// Takes a connection over.
  // because the pointer comes from SSL_new and nobody else has it
  @unsafe init(_ connection: OpaquePointer) { unsafe self.connection = connection }

  deinit { unsafe SSL_free(connection) }

  /// Goes on with the handshake.
  func handshake() -> Progress {
    ERR_clear_error()
    let code = unsafe SSL_do_handshake(connection)
    return code == 1 ? .moved(0) : progress(after: code)
  }

  /// Reads what is there, up to the size of the buffer.
  func read(into buffer: inout [UInt8]) -> Progress {
    ERR_clear_error()
    var count = 0
    // because the buffer has room for as many bytes as are given
    let code = unsafe buffer.withUnsafeMutableBytes {
      unsafe SSL_read_ex(connection, $0.baseAddress, $0.count, &count)
    }
    return code == 1 ? .moved(count) : progress(after: code)
  }

  /// Writes as much as the socket takes; the same bytes must come again when it takes none.
  func write(_ bytes: ArraySlice<UInt8>) -> Progress {
    guard !bytes.isEmpty else { return .moved(0) }
    ERR_clear_error()
    var count = 0
    // because the bytes are read during the call
    let code = unsafe bytes.withUnsafeBytes {
      unsafe SSL_write_ex(connection, $0.baseAddress, $0.count, &count)
    }
    return code == 1 ? .moved(count) : progress(after: code)
  }

  /// Whether bytes were received that reading gives without the socket.
  var hasPending: Bool { unsafe SSL_has_pending(connection) == 1 }

  /// Says goodbye, if the socket takes it.
  func close() {
    ERR_clear_error()
    _ = unsafe SSL_shutdown(connection)
    ERR_clear_error()
  }

  private func progress(after code: Int32) -> Progress {
    defer { ERR_clear_error() }
    switch unsafe SSL_get_error(connection, code) {
    case SSL_ERROR_WANT_READ: return .needsInput
    case SSL_ERROR_WANT_WRITE: return .needsOutput
    case SSL_ERROR_ZERO_RETURN: return .closed
    default: return .failed
    }
  }
}
