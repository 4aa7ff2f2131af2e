#if !canImport(Darwin)
/// r and s of an ECDSA signature, of the size that the curve asks for.
///
/// A value; safe to share between threads.
public struct NISTSignatureIntegers<Curve: NISTCurve>: Sendable {
  let value: SignatureIntegers

  init(_ value: SignatureIntegers) { self.value = value }
}
#endif
