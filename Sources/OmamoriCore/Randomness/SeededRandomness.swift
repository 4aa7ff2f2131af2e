/// Bytes that only look random: the same seed gives the same bytes, for tests that have to be repeated.
///
/// Not secure: anybody who sees a few bytes knows all the others. Uses the SplitMix64 sequence. Safe to use from any
/// thread, but the bytes that one thread gets then depend on what the others take.
@_spi(Testing)
public final class SeededRandomness: Randomness {
  private let state: Protected<UInt64>

  /// The seed, for the message of a test that failed.
  public let seed: UInt64

  /// Makes a source; print the seed where the test may fail.
  public init(seed: UInt64) {
    self.seed = seed
    state = Protected(seed)
  }

  /// Fills `bytes` with the next bytes of the sequence.
  public func fill(_ bytes: inout MutableRawSpan) {
    for offset in stride(from: 0, to: bytes.byteCount, by: 8) {
      let word = next()
      for index in 0..<min(8, bytes.byteCount - offset) {
        let byte = UInt8(truncatingIfNeeded: word >> (8 * UInt64(index)))
        bytes.storeBytes(of: byte, toByteOffset: offset + index, as: UInt8.self)
      }
    }
  }

  private func next() -> UInt64 {
    var mixed = state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      return state
    }
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
