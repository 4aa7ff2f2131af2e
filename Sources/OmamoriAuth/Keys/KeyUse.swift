/// What a key may be used for (RFC 7517 §4.2).
///
/// A value; safe to share between threads.
@nonexhaustive
public enum KeyUse: String, Sendable, Hashable, CaseIterable {
  /// Making or verifying signatures.
  case signature = "sig"
  /// Encrypting or decrypting, also of keys.
  case encryption = "enc"
}
