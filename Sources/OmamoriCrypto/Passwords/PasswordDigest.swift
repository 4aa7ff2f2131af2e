/// The hash function inside of PBKDF2.
public enum PasswordDigest: String, Sendable, Hashable, CaseIterable {
  /// SHA-256.
  case sha256
  /// SHA-512.
  case sha512
}
