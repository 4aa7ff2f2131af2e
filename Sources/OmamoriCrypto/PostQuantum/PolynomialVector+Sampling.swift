#if !canImport(Darwin)
import OmamoriCore

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
#endif
