#if !canImport(Darwin)
import CTLS

/// Objects that OpenSSL's own objects hold on to until they are freed.
enum ExtraData {
  /// The index for an object that an `SSL_CTX` holds.
  static let contextIndex = unsafe CRYPTO_get_ex_new_index(
    CRYPTO_EX_INDEX_SSL_CTX, 0, nil, nil, nil, freeExtraData)
  /// The index for an object that an `SSL` holds.
  static let connectionIndex = unsafe CRYPTO_get_ex_new_index(
    CRYPTO_EX_INDEX_SSL, 0, nil, nil, nil, freeExtraData)

  /// Lets an `SSL_CTX` hold an object instead of the one that it may hold.
  static func hold(_ object: AnyObject, by context: OpaquePointer) -> Bool {
    let previous = unsafe SSL_CTX_get_ex_data(context, contextIndex)
    let pointer = unsafe Unmanaged.passRetained(object).toOpaque()
    let isHeld = unsafe SSL_CTX_set_ex_data(context, contextIndex, pointer) == 1
    // because each pointer that is stored stands for one reference
    unsafe release(isHeld ? previous : pointer)
    return isHeld
  }

  /// Lets an `SSL` hold an object instead of the one that it may hold.
  static func hold(_ object: AnyObject, byConnection connection: OpaquePointer) -> Bool {
    let previous = unsafe SSL_get_ex_data(connection, connectionIndex)
    let pointer = unsafe Unmanaged.passRetained(object).toOpaque()
    let isHeld = unsafe SSL_set_ex_data(connection, connectionIndex, pointer) == 1
    // because each pointer that is stored stands for one reference
    unsafe release(isHeld ? previous : pointer)
    return isHeld
  }

  /// The object that an `SSL` holds.
  static func object<Object: AnyObject>(of connection: OpaquePointer, as type: Object.Type) -> Object? {
    guard let pointer = unsafe SSL_get_ex_data(connection, connectionIndex) else { return nil }
    // because only `hold` stores a pointer there, and it stays valid while the connection does
    return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue() as? Object
  }

  fileprivate static func release(_ pointer: UnsafeMutableRawPointer?) {
    // because each pointer that is stored stands for one reference, and OpenSSL gives it here once
    if let pointer = unsafe pointer { unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release() }
  }
}

/// What OpenSSL calls for each object that is held when the holder is freed.
private func freeExtraData(
  _ holder: UnsafeMutableRawPointer?, _ object: UnsafeMutableRawPointer?,
  _ all: UnsafeMutablePointer<CRYPTO_EX_DATA>?, _ index: Int32, _ number: Int,
  _ argument: UnsafeMutableRawPointer?
) {
  unsafe ExtraData.release(object)
}
#endif
