import OmamoriCore

/// The stanza that wraps a file key with a password: `-> scrypt salt factor`.
enum ScryptStanza {
  /// The first argument.
  static let type = "scrypt"
}
