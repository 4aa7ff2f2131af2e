import CommandLineKit
import OmamoriCrypto

/// The functions that `omamori password hash` offers.
enum PasswordAlgorithm: String, CaseIterable, CommandLineValue {
  case argon2id, scrypt
  case pbkdf2 = "pbkdf2-sha256"

  /// What a guess costs unless the command line says otherwise.
  var standard: PasswordCost {
    switch self {
    case .argon2id: .standard
    case .scrypt: .scrypt
    case .pbkdf2: .pbkdf2
    }
  }

  /// The standard cost of the function that a stored hash names, which is what it is compared with.
  static func standard(for hash: String) -> PasswordCost {
    if hash.hasPrefix("$scrypt$") { return .scrypt }
    if hash.hasPrefix("$pbkdf2-sha512$") { return .pbkdf2(.sha512, rounds: 210_000) }
    return hash.hasPrefix("$pbkdf2-sha256$") ? .pbkdf2 : .standard
  }
}
