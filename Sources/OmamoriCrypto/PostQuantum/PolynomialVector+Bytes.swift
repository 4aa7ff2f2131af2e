#if !canImport(Darwin)
import OmamoriCore

extension PolynomialVector {
  /// Writes a polynomial in 12 bits a coefficient at an offset (FIPS 203, algorithm 5).
  func encode(_ index: Int, to output: inout MutableRawSpan, at offset: Int) {
    write(index, bits: 12, to: &output, at: offset) { FieldArithmetic.canonical($0) }
  }

  /// Writes a polynomial, compressed to `bits` a coefficient, at an offset.
  func compress(_ index: Int, bits: Int, to output: inout MutableRawSpan, at offset: Int) {
    write(index, bits: bits, to: &output, at: offset) { FieldArithmetic.compress($0, bits: bits) }
  }

  /// Reads a polynomial in 12 bits a coefficient from an offset (FIPS 203, algorithm 6).
  mutating func decode(_ index: Int, from input: RawSpan, at offset: Int) {
    read(into: index, bits: 12, from: input, at: offset) {
      FieldArithmetic.reduce(Int16(truncatingIfNeeded: $0))
    }
  }

  /// Reads a polynomial, compressed to `bits` a coefficient, from an offset.
  mutating func decompress(_ index: Int, bits: Int, from input: RawSpan, at offset: Int) {
    read(into: index, bits: bits, from: input, at: offset) { FieldArithmetic.decompress($0, bits: bits) }
  }

  /// Sets a polynomial to the message of 32 bytes: 0 for a bit of zero and 1665 for one.
  ///
  /// Four coefficients are made at once by multiplication: with one bit at a time compilers have been seen to branch on
  /// a bit of the secret message.
  mutating func setMessage(_ index: Int, _ message: RawSpan) {
    update(index) { values in
      for position in Swift.stride(from: 0, to: 256, by: 4) {
        let nibble = UInt64(message.byte(at: position / 8) >> UInt8(position & 4)) & 15
        // Bit n of the nibble moves to bit 16n.
        let lanes = (nibble &* 0x0000_2000_4000_8001) & 0x0001_0001_0001_0001
        let products = lanes &* 1665
        for lane in 0..<4 {
          values[position + lane] = Int16(truncatingIfNeeded: products >> UInt64(16 * lane))
        }
      }
    }
  }

  /// Writes the coefficients as integers of `bits` bits each, lowest first.
  @inline(__always)
  private func write(
    _ index: Int,
    bits: Int,
    to output: inout MutableRawSpan,
    at offset: Int,
    _ value: (Int16) -> UInt64
  ) {
    // because the buffer stays inside the closures
    unsafe output.withUnsafeMutableBytes { buffer in
      // because slicing checks the bounds
      let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[offset..<(offset + 32 * bits)])
      read(index) { coefficients in
        var (pending, filled, next) = (UInt64(0), 0, 0)
        for position in 0..<256 {
          pending |= value(coefficients[position]) << UInt64(filled)
          filled += bits
          while filled >= 8 {
            // because 256 · bits fill the part exactly
            unsafe part[next] = UInt8(truncatingIfNeeded: pending)
            (pending, filled, next) = (pending >> 8, filled - 8, next + 1)
          }
        }
      }
    }
  }

  /// Reads integers of `bits` bits each, lowest first, into a polynomial.
  @inline(__always)
  private mutating func read(
    into index: Int,
    bits: Int,
    from input: RawSpan,
    at offset: Int,
    _ coefficient: (UInt64) -> Int16
  ) {
    let part = input.extracting(offset..<(offset + 32 * bits))
    update(index) { values in
      var (pending, filled, next) = (UInt64(0), 0, 0)
      for position in 0..<256 {
        while filled < bits {
          pending |= UInt64(part.byte(at: next)) << UInt64(filled)
          (filled, next) = (filled + 8, next + 1)
        }
        values[position] = coefficient(pending & ((1 << UInt64(bits)) &- 1))
        (pending, filled) = (pending >> UInt64(bits), filled - bits)
      }
    }
  }
}
#endif
