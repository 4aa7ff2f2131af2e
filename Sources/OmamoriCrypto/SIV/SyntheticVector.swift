#if !canImport(Darwin)
import OmamoriCore

/// The vector of AES-SIV: a code over the headers and the message, called S2V in RFC 5297 §2.4.
struct SyntheticVector: ~Copyable {
  private let mac: CMACState

  /// Prepares the half of a key that authenticates.
  init(key: RawSpan) throws(CryptoError) { mac = try CMACState(key: key) }

  /// The vector for headers and a message.
  func calculate(_ headers: [Data], _ message: RawSpan) throws(CryptoError) -> UInt128 {
    var sum = try code(of: 0)
    for header in headers {
      let code = try mac.copy()
      try code.update(unsafe header.span.bytes)  // because UInt8 has no padding
      sum = Self.doubled(sum) ^ (try code.finish())
    }
    return try end(message, sum)
  }

  /// Mixes the sum of the headers with the end of the message.
  private func end(_ message: RawSpan, _ sum: UInt128) throws(CryptoError) -> UInt128 {
    let start = message.byteCount - CMACState.byteCount
    guard start >= 0 else {
      var last: UInt128 = 1 << (127 - 8 * UInt128(message.byteCount))
      for offset in 0..<message.byteCount {
        last |= UInt128(Self.byte(message, at: offset)) << (120 - 8 * UInt128(offset))
      }
      return try code(of: Self.doubled(sum) ^ last)
    }
    var last: UInt128 = 0
    for offset in start..<message.byteCount { last = last << 8 | UInt128(Self.byte(message, at: offset)) }
    return try code(of: last ^ sum, after: message.extracting(..<start))
  }

  private func code(of block: UInt128, after start: RawSpan = RawSpan()) throws(CryptoError) -> UInt128 {
    let code = try mac.copy()
    try code.update(start)
    try Self.withBytes(of: block) { bytes throws(CryptoError) in try code.update(bytes) }
    return try code.finish()
  }

  /// Calls `body` with the bytes of a block in big-endian order.
  static func withBytes<Value>(
    of block: UInt128,
    _ body: (RawSpan) throws(CryptoError) -> Value
  ) throws(CryptoError) -> Value {
    // because the span is not used outside of the closure
    try unsafe withUnsafeBytes(of: block.bigEndian) { bytes throws(CryptoError) in
      try unsafe body(bytes.bytes)
    }
  }

  /// The block times x in the field of 2^128 elements, without a branch.
  private static func doubled(_ block: UInt128) -> UInt128 { (block << 1) ^ ((0 &- (block >> 127)) & 0x87) }

  private static func byte(_ bytes: RawSpan, at offset: Int) -> UInt8 {
    // because callers stay within the message
    unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
#endif
