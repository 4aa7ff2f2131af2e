#if !canImport(Darwin)
/// A scalar within its range and the point that belongs to it, the content of a private key.
///
/// Wiped with its last owner. Immutable and safe to share between threads.
public struct NISTKeyPair<Curve: NISTCurve>: Sendable {
  let value: CurveKeyPair

  init(_ value: CurveKeyPair) { self.value = value }
}

extension NISTKeyPair: CustomStringConvertible, CustomReflectable {
  /// Always `<redacted>`.
  public var description: String { "<redacted>" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
