/// How the content of a token is encrypted and authenticated (RFC 7518 §5).
///
/// A value; safe to share between threads.
@nonexhaustive
public enum ContentEncryptionAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// AES-GCM with 128 bits.
  case a128GCM = "A128GCM"
  /// AES-GCM with 192 bits.
  case a192GCM = "A192GCM"
  /// AES-GCM with 256 bits.
  case a256GCM = "A256GCM"
  /// AES-CBC with 128 bits and HMAC with SHA-256.
  case a128CBCHS256 = "A128CBC-HS256"
  /// AES-CBC with 192 bits and HMAC with SHA-384.
  case a192CBCHS384 = "A192CBC-HS384"
  /// AES-CBC with 256 bits and HMAC with SHA-512.
  case a256CBCHS512 = "A256CBC-HS512"

  /// The size of the key in bytes.
  public var keyByteCount: Int {
    switch self {
    case .a128GCM: 16
    case .a192GCM: 24
    case .a256GCM, .a128CBCHS256: 32
    case .a192CBCHS384: 48
    case .a256CBCHS512: 64
    }
  }
}
