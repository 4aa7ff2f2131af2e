#if !canImport(Darwin)
/// The domain parameters of one of the three curves.
///
/// A value; safe to share between threads.
public struct NISTDomain: Sendable {
  let curve: PublicKeyCurve

  /// P-256, also called secp256r1.
  public static let p256 = NISTDomain(curve: .p256)
  /// P-384, also called secp384r1.
  public static let p384 = NISTDomain(curve: .p384)
  /// P-521, also called secp521r1.
  public static let p521 = NISTDomain(curve: .p521)

  /// The size of a coordinate and of a private key in bytes.
  public var coordinateByteCount: Int { curve.coordinateSize }
}
#endif
