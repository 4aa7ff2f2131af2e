package import OmamoriCore

extension [UInt8] {
  /// Makes an array that a closure writes; the bytes are zero at first.
  package init(count: Int, initializingWith body: (inout MutableRawSpan) throws(CryptoError) -> Void)
    throws(CryptoError)
  {
    // A slice, since the mutable span of an array needs iOS 26; making an array of it again copies nothing.
    var bytes = [UInt8](repeating: 0, count: count)[...]
    var span = bytes.mutableSpan
    var raw = unsafe span.mutableBytes  // because every pattern of bits is a UInt8
    try body(&raw)
    self = Array(bytes)
  }
}
