#if !canImport(Darwin)

extension HPKE {
  /// The algorithms that a sender and its recipient use; both have to name the same.
  ///
  /// A value; safe to share between threads.
  public struct Ciphersuite: Sendable {
    /// P-256, SHA-256 and AES-GCM with 256 bits.
    public static let P256_SHA256_AES_GCM_256 = Ciphersuite(
      kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
    /// P-384, SHA-384 and AES-GCM with 256 bits.
    public static let P384_SHA384_AES_GCM_256 = Ciphersuite(
      kem: .P384_HKDF_SHA384, kdf: .HKDF_SHA384, aead: .AES_GCM_256)
    /// P-521, SHA-512 and AES-GCM with 256 bits.
    public static let P521_SHA512_AES_GCM_256 = Ciphersuite(
      kem: .P521_HKDF_SHA512, kdf: .HKDF_SHA512, aead: .AES_GCM_256)
    /// X25519, SHA-256 and ChaCha20-Poly1305.
    public static let Curve25519_SHA256_ChachaPoly = Ciphersuite(
      kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .chaChaPoly)
    /// X-Wing (ML-KEM-768 and X25519), SHA-256 and AES-GCM with 256 bits.
    public static let XWingMLKEM768X25519_SHA256_AES_GCM_256 = Ciphersuite(
      kem: .XWingMLKEM768X25519, kdf: .HKDF_SHA256, aead: .AES_GCM_256)

    /// The mechanism that shares a secret.
    public let kem: HPKE.KEM
    /// The function that derives keys.
    public let kdf: HPKE.KDF
    /// The cipher.
    public let aead: HPKE.AEAD

    /// Makes a suite of its algorithms.
    ///
    /// - Parameters:
    ///   - kem: The mechanism that shares a secret.
    ///   - kdf: The function that derives keys.
    ///   - aead: The cipher.
    public init(kem: HPKE.KEM, kdf: HPKE.KDF, aead: HPKE.AEAD) {
      self.kem = kem
      self.kdf = kdf
      self.aead = aead
    }

    /// The key derivation of this suite.
    var derivation: HPKELabeledDerivation {
      HPKELabeledDerivation(kdf, suite: "HPKE", [kem.identifier, kdf.identifier, aead.identifier])
    }
  }
}
#endif
