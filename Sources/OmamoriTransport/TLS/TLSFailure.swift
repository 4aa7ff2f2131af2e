#if !canImport(Darwin)
import CTLS

/// The errors that OpenSSL keeps in a queue for each thread.
enum TLSFailure {
  /// The newest error, by its number alone; empties the queue.
  static func take() -> TransportError {
    let code = ERR_peek_last_error()
    ERR_clear_error()
    return .backend(code: Int(truncatingIfNeeded: code))
  }
}
#endif
