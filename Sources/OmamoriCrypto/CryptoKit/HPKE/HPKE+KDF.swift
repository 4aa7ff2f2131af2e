#if !canImport(Darwin)

extension HPKE {
  /// The functions that derive keys.
  ///
  /// A value; safe to share between threads.
  public enum KDF: CaseIterable, Hashable, Sendable {
    /// HKDF with SHA-256.
    case HKDF_SHA256
    /// HKDF with SHA-384.
    case HKDF_SHA384
    /// HKDF with SHA-512.
    case HKDF_SHA512

    /// The number in the registry of RFC 9180, section 7.2.
    var identifier: UInt16 {
      switch self {
      case .HKDF_SHA256: 0x0001
      case .HKDF_SHA384: 0x0002
      case .HKDF_SHA512: 0x0003
      }
    }

    /// The hash function.
    var algorithm: DigestAlgorithm {
      switch self {
      case .HKDF_SHA256: .sha256
      case .HKDF_SHA384: .sha384
      case .HKDF_SHA512: .sha512
      }
    }
  }
}
#endif
