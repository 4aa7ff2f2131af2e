import OmamoriCore

extension Duration {
  /// The seconds, with their fraction.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

  /// The milliseconds, rounded down.
  var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }

  /// A number of seconds, kept within 400 years so that nothing overflows; not-a-number is none.
  init(rounding seconds: Double) {
    let bound = 400 * 366 * 86_400.0
    self = .milliseconds(seconds.isNaN ? 0 : Int64((min(max(seconds, -bound), bound) * 1000).rounded()))
  }
}
