import Foundation

/// What randomised tests start from.
enum Seed {
  /// The number in `OMAMORI_SEED`, or a fixed one.
  static let value = ProcessInfo.processInfo.environment["OMAMORI_SEED"].flatMap(UInt64.init) ?? 20_261_122
}

/// SplitMix64, a small generator whose numbers depend on the seed alone.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
