import COpenSSL
import OmamoriCore

/// The errors that OpenSSL keeps in a queue for each thread.
enum OpenSSLError {
  /// The number of the newest error, or 0; empties the queue.
  ///
  /// The text of an error is never read: it may quote the input.
  static func take() -> UInt {
    let code = ERR_peek_last_error()
    ERR_clear_error()
    return code
  }

  /// Throws the newest error unless `result` is 1, which is how most functions of OpenSSL say that they succeeded.
  static func check(_ result: Int32) throws(CryptoError) {
    guard result == 1 else { throw .backend(code: take()) }
  }
}
