#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The system's own words for an `errno` value.
package enum SystemError {
  /// What `code` means, such as `No space left on device`.
  package static func text(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    // because strerror_r writes at most `count` bytes into the array; with 0 as result they end with a zero
    let isKnown = unsafe strerror_r(code, &buffer, buffer.count) == 0
    guard isKnown, let end = buffer.firstIndex(of: 0) else { return "error \(code)" }
    return String(decoding: buffer[..<end].map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }
}
