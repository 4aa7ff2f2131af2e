#if !canImport(Darwin)
import CTLS

/// Objects that OpenSSL's own objects hold on to until they are freed.
// because each pointer that is stored stands for one reference to an object, which OpenSSL gives back when it frees or
// copies the holder
enum ExtraData {
  private static let contextIndex = unsafe CRYPTO_get_ex_new_index(
    CRYPTO_EX_INDEX_SSL_CTX, 0, nil, nil, nil, freeExtraData)
  private static let connectionIndex = unsafe CRYPTO_get_ex_new_index(
    CRYPTO_EX_INDEX_SSL, 0, nil, nil, nil, freeExtraData)
  private static let sessionIndex = unsafe CRYPTO_get_ex_new_index(
    CRYPTO_EX_INDEX_SSL_SESSION, 0, nil, nil, copyExtraData, freeExtraData)

  /// Lets an `SSL_CTX` hold an object instead of the one that it may hold.
  static func hold(_ object: AnyObject, by context: OpaquePointer) -> Bool {
    unsafe exchange(object, SSL_CTX_get_ex_data(context, contextIndex)) {
      unsafe SSL_CTX_set_ex_data(context, contextIndex, $0)
    }
  }

  /// Lets an `SSL` hold an object instead of the one that it may hold.
  static func hold(_ object: AnyObject, byConnection connection: OpaquePointer) -> Bool {
    unsafe exchange(object, SSL_get_ex_data(connection, connectionIndex)) {
      unsafe SSL_set_ex_data(connection, connectionIndex, $0)
    }
  }

  /// Lets an `SSL_SESSION` and the copies that are made of it hold an object instead of the one that it may hold.
  static func hold(_ object: AnyObject, bySession session: OpaquePointer) -> Bool {
    unsafe exchange(object, SSL_SESSION_get_ex_data(session, sessionIndex)) {
      unsafe SSL_SESSION_set_ex_data(session, sessionIndex, $0)
    }
  }

  /// The object that an `SSL` holds.
  static func object<Object: AnyObject>(of connection: OpaquePointer, as type: Object.Type) -> Object? {
    unsafe object(at: SSL_get_ex_data(connection, connectionIndex)) as? Object
  }

  /// The object that an `SSL_SESSION` holds.
  static func object<Object: AnyObject>(ofSession session: OpaquePointer, as type: Object.Type) -> Object? {
    unsafe object(at: SSL_SESSION_get_ex_data(session, sessionIndex)) as? Object
  }

  private static func object(at pointer: UnsafeMutableRawPointer?) -> AnyObject? {
    // because only `hold` stores a pointer there, and it stays valid while its holder does
    unsafe pointer.map { unsafe Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func exchange(
    _ object: AnyObject, _ previous: UnsafeMutableRawPointer?, _ store: (UnsafeMutableRawPointer) -> Int32
  ) -> Bool {
    let pointer = unsafe Unmanaged.passRetained(object).toOpaque()
    let isHeld = unsafe store(pointer) == 1
    // because each pointer that is stored stands for one reference
    unsafe release(isHeld ? previous : pointer)
    return isHeld
  }

  fileprivate static func release(_ pointer: UnsafeMutableRawPointer?) {
    // because each pointer that is stored stands for one reference, and OpenSSL gives it here once
    if let pointer = unsafe pointer { unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release() }
  }
}

/// What OpenSSL calls for each object that is held when the holder is freed.
// because it is called once for each pointer that is stored
private func freeExtraData(
  _ holder: UnsafeMutableRawPointer?, _ object: UnsafeMutableRawPointer?,
  _ all: UnsafeMutablePointer<CRYPTO_EX_DATA>?, _ index: Int32, _ number: Int,
  _ argument: UnsafeMutableRawPointer?
) {
  unsafe ExtraData.release(object)
}

/// What OpenSSL calls for each object that is held when the holder is copied.
private func copyExtraData(
  _ copy: UnsafeMutablePointer<CRYPTO_EX_DATA>?, _ original: UnsafePointer<CRYPTO_EX_DATA>?,
  _ object: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ index: Int32, _ number: Int,
  _ argument: UnsafeMutableRawPointer?
) -> Int32 {
  // because the copy's pointer stands for one more reference
  if let pointer = unsafe object?.pointee { _ = unsafe Unmanaged<AnyObject>.fromOpaque(pointer).retain() }
  return 1
}
#endif
