import OmamoriCore

/// Polynomials of 256 coefficients each, in memory that is locked and wiped.
struct PolynomialVector: ~Copyable {
  /// The number of bytes of a polynomial.
  private static let stride = 256 * MemoryLayout<Int16>.size

  let count: Int
  private var storage: SecretBytes

  /// Makes polynomials with coefficients of zero.
  init(count: Int) {
    self.count = count
    storage = SecretBytes(count: count * Self.stride) { _ in }
  }

  /// Calls `body` with the coefficients of a polynomial to change them.
  mutating func update(_ index: Int, _ body: (inout MutableSpan<Int16>) -> Void) {
    let offset = index * Self.stride
    storage.withMutableBytes { bytes in
      // because the buffer stays inside the closure
      unsafe bytes.withUnsafeMutableBytes { buffer in
        // because slicing checks the bounds
        let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[offset..<(offset + Self.stride)])
        // because the memory is aligned to 16 bytes and holds nothing but Int16
        var coefficients = unsafe part.bindMemory(to: Int16.self).mutableSpan
        body(&coefficients)
      }
    }
  }

  /// Calls `body` with the coefficients of a polynomial.
  func read(_ index: Int, _ body: (Span<Int16>) -> Void) {
    let offset = index * Self.stride
    // because the buffer stays inside the closure
    unsafe storage.bytes.withUnsafeBytes { buffer in
      // because slicing checks the bounds
      let part = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset..<(offset + Self.stride)])
      // because the memory is aligned to 16 bytes and holds nothing but Int16
      body(unsafe part.bindMemory(to: Int16.self).span)
    }
  }

  /// Sets all coefficients of a polynomial to zero.
  mutating func clear(_ index: Int) {
    update(index) { values in
      for position in 0..<256 { values[position] = 0 }
    }
  }

  /// Transforms a polynomial.
  mutating func transform(_ index: Int) { update(index) { NumberTheoreticTransform.forward(&$0) } }

  /// Adds a polynomial of another vector and brings the values between -q/2 and q/2.
  mutating func add(_ other: borrowing PolynomialVector, _ otherIndex: Int, to index: Int) {
    other.read(otherIndex) { terms in
      update(index) { values in
        for position in 0..<256 {
          values[position] = FieldArithmetic.reduce(values[position] &+ terms[position])
        }
      }
    }
  }

  /// Adds the product of two transformed polynomials, times 2⁻¹⁶; at most four may be added to zeros.
  mutating func addProduct(
    of left: borrowing PolynomialVector,
    _ leftIndex: Int,
    _ right: borrowing PolynomialVector,
    _ rightIndex: Int,
    to index: Int
  ) {
    left.read(leftIndex) { left in
      right.read(rightIndex) { right in
        update(index) { NumberTheoreticTransform.addProduct(of: left, right, to: &$0) }
      }
    }
  }
}

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

extension PolynomialVector {
  /// Sets a polynomial to small random values from a secret seed (FIPS 203, algorithm 8 with η = 2).
  mutating func sampleNoise(
    _ index: Int,
    seed: RawSpan,
    counter: Int,
    with hash: inout ExtendableOutput
  ) throws(CryptoError) {
    try hash.begin(.shake256)
    try hash.absorb(seed)
    try hash.absorb([UInt8(truncatingIfNeeded: counter)])
    let noise = try SecretBytes(count: 128) { bytes throws(CryptoError) in try hash.squeeze(into: &bytes) }
    let bytes = noise.bytes
    update(index) { values in
      for position in 0..<256 {
        let bits = Int16(bytes.byte(at: position / 2) >> UInt8(4 * (position & 1)))
        values[position] = (bits & 1) &+ (bits >> 1 & 1) &- (bits >> 2 & 1) &- (bits >> 3 & 1)
      }
    }
  }

  /// Sets a polynomial to an entry of the public matrix (FIPS 203, algorithm 7).
  ///
  /// The seed is public, so the time may depend on it.
  mutating func sampleUniform(
    _ index: Int,
    seed: RawSpan,
    column: Int,
    row: Int,
    with hash: inout ExtendableOutput
  ) throws(CryptoError) {
    // 504 bytes are enough in 99 of 100 cases; FIPS 203 asks for no fewer than 840. The library squeezes only once, so
    // the rare others begin again. That even 6720 are too few cannot be seen in the lifetime of the universe.
    for length in [504, 840, 1680, 6720] {
      try hash.begin(.shake128)
      try hash.absorb(seed)
      try hash.absorb([UInt8(truncatingIfNeeded: column), UInt8(truncatingIfNeeded: row)])
      let stream = try [UInt8](count: length) { output throws(CryptoError) in
        try hash.squeeze(into: &output)
      }
      var found = 0
      update(index) { found = Self.takeUniform(from: stream, into: &$0) }
      if found == 256 { return }
    }
    throw .backend(code: 0)
  }

  /// Takes the 12-bit integers below q until there are 256, and says how many there were.
  private static func takeUniform(from stream: [UInt8], into values: inout MutableSpan<Int16>) -> Int {
    var found = 0
    for offset in Swift.stride(from: 0, to: stream.count - 2, by: 3) where found < 256 {
      let middle = Int16(stream[offset + 1])
      let low = Int16(stream[offset]) | (middle & 15) << 8
      let high = middle >> 4 | Int16(stream[offset + 2]) << 4
      if low < FieldArithmetic.modulus {
        values[found] = low
        found += 1
      }
      if high < FieldArithmetic.modulus && found < 256 {
        values[found] = high
        found += 1
      }
    }
    return found
  }
}
