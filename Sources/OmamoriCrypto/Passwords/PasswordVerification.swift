/// The answer to whether a password is the one that was hashed.
///
/// A value; safe to share between threads.
public enum PasswordVerification: Sendable, Hashable {
  /// The password is right. With `needsRehash` the stored hash is weaker than the hasher would make it, or has another
  /// pepper: hash the password again now, since it is at hand only now, and replace what is stored.
  case matches(needsRehash: Bool)
  /// The password is wrong.
  case doesNotMatch

  /// Whether the password is right.
  public var isMatch: Bool {
    switch self {
    case .matches: true
    case .doesNotMatch: false
    }
  }

  /// Whether the password is right and the stored hash should be replaced.
  public var needsRehash: Bool {
    switch self {
    case .matches(let needsRehash): needsRehash
    case .doesNotMatch: false
    }
  }
}
