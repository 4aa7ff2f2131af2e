#if !canImport(Darwin)
extension RSA {
  /// A hash function that RSA is used with.
  ///
  /// A value; safe to share between threads.
  public enum Hash: Sendable, Hashable, CaseIterable {
    /// SHA-1, for old OAEP ciphertexts and signatures only; its collisions make it worthless for new
    /// signatures.
    case sha1
    /// SHA-224.
    case sha224
    /// SHA-256.
    case sha256
    /// SHA-384.
    case sha384
    /// SHA-512.
    case sha512
    /// SHA-512/224.
    case sha512_224
    /// SHA-512/256.
    case sha512_256

    /// The size of a digest in bytes.
    public var byteCount: Int {
      switch self {
      case .sha1: 20
      case .sha224, .sha512_224: 28
      case .sha256, .sha512_256: 32
      case .sha384: 48
      case .sha512: 64
      }
    }

    /// The hash function that makes digests of a type, or `nil` when RSA is not used with it.
    init?<D: Digest>(of type: D.Type) {
      switch type {
      case is Insecure.SHA1Digest.Type: self = .sha1
      case is SHA256Digest.Type: self = .sha256
      case is SHA384Digest.Type: self = .sha384
      case is SHA512Digest.Type: self = .sha512
      default: return nil
      }
    }
  }
}
#endif
