import OmamoriCore

/// Writes an ECDSA-Sig-Value (RFC 3279, section 2.2.3) without an allocation.
enum SignatureDER {
  /// The size of the longest one, that of P-521: two integers of 66 bytes and a zero, and their headers.
  static let capacity = 3 + 2 * (2 + 1 + 66)

  /// Writes r and s.
  ///
  /// - Parameters:
  ///   - signature: r and s, each `size` bytes.
  ///   - size: The size of a coordinate, at most 66.
  ///   - buffer: Room for ``capacity`` bytes.
  /// - Returns: The number of bytes.
  static func write(_ signature: RawSpan, _ size: Int, to buffer: UnsafeMutableRawBufferPointer) -> Int {
    let (r, s) = (Integer(signature, 0, size), Integer(signature, size, size))
    let content = 4 + r.count + s.count
    var place = 0
    func put(_ byte: UInt8) {
      unsafe buffer[place] = byte  // because the capacity covers the longest value
      place += 1
    }
    put(0x30)
    if content >= 0x80 { put(0x81) }
    put(UInt8(content))
    for integer in [r, s] {
      put(0x02)
      put(UInt8(integer.count))
      if integer.needsZero { put(0) }
      for offset in integer.start..<integer.end { put(signature.byte(at: offset)) }
    }
    return place
  }

  /// Where the bytes of an integer are, without the zeros before it.
  private struct Integer {
    let start: Int
    let end: Int
    let needsZero: Bool

    init(_ bytes: RawSpan, _ offset: Int, _ size: Int) {
      var start = offset
      end = offset + size
      while start < end - 1, bytes.byte(at: start) == 0 { start += 1 }
      self.start = start
      needsZero = bytes.byte(at: start) & 0x80 != 0
    }

    var count: Int { end - start + (needsZero ? 1 : 0) }
  }
}
