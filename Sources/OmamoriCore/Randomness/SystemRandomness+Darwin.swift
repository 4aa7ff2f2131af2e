#if canImport(Darwin)
import Darwin

extension SystemRandomness {
  /// Fills `bytes`; arc4random_buf cannot fail, so the result is always `nil`.
  static func fillFromSystem(_ bytes: inout MutableRawSpan) -> Int32? {
    // because the buffer is the span itself
    unsafe bytes.withUnsafeMutableBytes { unsafe arc4random_buf($0.baseAddress, $0.count) }
    return nil
  }
}
#endif
