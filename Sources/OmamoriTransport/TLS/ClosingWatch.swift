#if !canImport(Darwin)
import CTLS
import OmamoriCore

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
#endif
