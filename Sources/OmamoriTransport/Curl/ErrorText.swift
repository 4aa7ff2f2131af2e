#if !canImport(Darwin)
import CCurl

/// The buffer in which libcurl describes a failure; only numbers in it are looked at.
// because the buffer is freed with this object and has the size that libcurl demands
@safe
final class ErrorText {
  let pointer: UnsafeMutableRawPointer

  init() {
    unsafe pointer = .allocate(byteCount: Int(CURL_ERROR_SIZE), alignment: 1)
    clear()
  }

  deinit { unsafe pointer.deallocate() }

  /// The text.
  var content: String {
    // because libcurl ends the text with a zero byte within the buffer
    let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: Int(CURL_ERROR_SIZE))
    return unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  func clear() {
    // because the buffer has at least one byte
    unsafe pointer.storeBytes(of: 0, as: UInt8.self)
  }
}
#endif
