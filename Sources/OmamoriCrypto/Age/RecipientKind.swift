/// The kinds of keys that files can be encrypted to.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum RecipientKind: String, Sendable, Hashable, CaseIterable {
  /// X25519 (RFC 7748), the usual kind: `age1…` and `AGE-SECRET-KEY-1…`.
  case x25519 = "X25519"
  /// X-Wing, that is ML-KEM-768 and X25519 together, which holds against quantum computers too: `age1pq1…` and
  /// `AGE-SECRET-KEY-PQ-1…`.
  case mlkem768x25519

  /// The part of a recipient's text before the separator.
  var recipientPrefix: String {
    switch self {
    case .x25519: "age"
    case .mlkem768x25519: "age1pq"
    }
  }

  /// The part of an identity's text before the separator, in lower case.
  var identityPrefix: String {
    switch self {
    case .x25519: "age-secret-key-"
    case .mlkem768x25519: "age-secret-key-pq-"
    }
  }

  /// The number of bytes of a public key.
  var recipientByteCount: Int {
    switch self {
    case .x25519: 32
    case .mlkem768x25519: 1216
    }
  }

  /// The number of bytes of a private key.
  static let identityByteCount = 32
}
