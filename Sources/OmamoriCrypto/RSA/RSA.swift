#if !canImport(Darwin)
/// Signatures and encryption with RSA (RFC 8017), for interoperability; new designs use ``Curve25519`` or
/// ``P256``.
///
/// Keys have 2048 to 16384 bits. There is no decryption with PKCS #1 v1.5 padding: it has let attackers read
/// messages again and again (Bleichenbacher 1998 and many after).
public enum RSA: Sendable {
  /// The sizes of n, in bits, that keys may have.
  public static let keySizes = 2048...16384

  /// Signatures: RSASSA-PSS and RSASSA-PKCS1-v1_5.
  public enum Signing: Sendable {}

  /// Encryption: RSAES-OAEP.
  public enum Encryption: Sendable {}
}
#endif
