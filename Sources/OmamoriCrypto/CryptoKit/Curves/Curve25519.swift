#if !canImport(Darwin)
/// Key agreement (X25519, RFC 7748) and signatures (Ed25519, RFC 8032) on Curve25519.
public enum Curve25519: Sendable {
  /// Key agreement: X25519 (RFC 7748).
  public enum KeyAgreement: Sendable {}

  /// Signatures: Ed25519 (RFC 8032).
  public enum Signing: Sendable {}
}
#endif
