/// What certificates must be over and above a valid signature.
///
/// A value; safe to share between threads.
public struct CertificateRequirements: Sendable, Hashable {
  /// The least size of an RSA key, in bits.
  public var leastRSABits = 2048
  /// The least size of an elliptic curve's field, in bits.
  public var leastCurveBits = 256
  /// The greatest validity of a server's certificate, in days; `nil` for any.
  public var greatestValidityDays: Int? = 825
  /// The most authorities between a server's certificate and the root.
  public var greatestIntermediateCount = 8
  /// Whether a certificate must be a good one by the rules of RFC 5280 and the CA/Browser Forum in every detail.
  public var isStrict = true
  /// Whether a certificate that demands stapling (RFC 7633) is refused without it.
  public var honorsMustStaple = true
  /// Whether every server has to staple a good OCSP status.
  public var requiresStaple = false
  /// Whether TLS 1.2 needs the extended master secret (RFC 7627).
  public var requiresExtendedMasterSecret = true

  /// The requirements that a policy has unless it says otherwise.
  public init() {}
}
