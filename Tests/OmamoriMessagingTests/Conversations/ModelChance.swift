@_spi(Testing) import OmamoriCore

/// The choices of a model, all from one seed.
struct ModelChance {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next number.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number below `bound`.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Whether something happens that happens so often in a thousand times.
  mutating func happens(_ perMille: Int) -> Bool { below(1000) < perMille }
}
