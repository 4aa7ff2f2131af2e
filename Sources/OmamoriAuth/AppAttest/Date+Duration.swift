package import OmamoriCore

extension Date {
  /// The moment this much later.
  package func later(by duration: Duration) -> Date {
    let (seconds, attoseconds) = duration.components
    return self + Double(seconds) + Double(attoseconds) / 1e18
  }
}
