#if !canImport(Darwin)

extension HPKE {
  /// The mechanisms that share a secret with the owner of a private key.
  ///
  /// A value; safe to share between threads.
  public enum KEM: CaseIterable, Hashable, Sendable {
    /// Diffie-Hellman on P-256 with HKDF-SHA256.
    case P256_HKDF_SHA256
    /// Diffie-Hellman on P-384 with HKDF-SHA384.
    case P384_HKDF_SHA384
    /// Diffie-Hellman on P-521 with HKDF-SHA512.
    case P521_HKDF_SHA512
    /// X25519 with HKDF-SHA256.
    case Curve25519_HKDF_SHA256
    /// X-Wing: ML-KEM-768 and X25519 together, which holds against quantum computers too.
    case XWingMLKEM768X25519

    /// The number in the registry of RFC 9180, section 7.1.
    var identifier: UInt16 {
      switch self {
      case .P256_HKDF_SHA256: 0x0010
      case .P384_HKDF_SHA384: 0x0011
      case .P521_HKDF_SHA512: 0x0012
      case .Curve25519_HKDF_SHA256: 0x0020
      case .XWingMLKEM768X25519: 0x647A
      }
    }

    /// The function that a mechanism with Diffie-Hellman derives its secret with.
    var kdf: KDF {
      switch self {
      case .P256_HKDF_SHA256, .Curve25519_HKDF_SHA256, .XWingMLKEM768X25519: .HKDF_SHA256
      case .P384_HKDF_SHA384: .HKDF_SHA384
      case .P521_HKDF_SHA512: .HKDF_SHA512
      }
    }

    /// The size of the shared secret in bytes.
    var secretByteCount: Int { kdf.algorithm.byteCount }
  }
}
#endif
