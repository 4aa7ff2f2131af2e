#if !canImport(Darwin)
/// A point that was found on its curve, the content of a public key.
///
/// Immutable and safe to share between threads.
public struct NISTPoint<Curve: NISTCurve>: Sendable {
  let value: CurvePoint

  init(_ value: CurvePoint) { self.value = value }
}
#endif
