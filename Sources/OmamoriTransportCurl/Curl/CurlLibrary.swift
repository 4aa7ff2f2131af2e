import CCurl
import OmamoriTransport

/// libcurl as a whole: set up once a process.
enum CurlLibrary {
  /// What setting it up ended with; the initialiser of a global runs once, whatever thread comes first.
  static let status: CURLcode = {
    let code = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    guard code == CURLE_OK else { return code }
    // Below 7.80 no callback runs before every request.
    return omamori_curl_version() >= 0x07_50_00 ? CURLE_OK : CURLE_NOT_BUILT_IN
  }()
}

/// Which libcurl requests are sent with.
package enum CurlVersion {
  /// The version that is loaded, such as `8.14.1`, whichever the program was built with.
  package static var text: String {
    let number = omamori_curl_version()
    return "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)"
  }
}

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
