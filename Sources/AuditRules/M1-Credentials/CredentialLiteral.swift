import AuditEngine

/// A constant value under a name that means a secret, judged by its shape.
///
/// Most constants under such names are no secrets but keys, header names, texts and identifiers: those give `nil`.
struct CredentialLiteral {
  /// How much the value looks like a secret.
  enum Strength: Comparable {
    /// A bare word under a name that may as well be a key or an identifier.
    case word
    /// A word or number under a name that is a password.
    case plausible
    /// Digits and letters mixed, random or long, or a number for a PIN.
    case strong
  }

  /// The value.
  let value: String
  /// How much it looks like a secret.
  let strength: Strength

  /// Judges `value`, which is kept under `name`.
  init?(_ value: String, name: String) {
    guard (4...4096).contains(value.utf8.count), !NotASecret.contains(value, name: name) else { return nil }
    let shape = Shape(value)
    let nameWords = Words.of(name)
    let isPassword = nameWords.contains(where: Self.passwordWords.contains)
    self.value = value

    if shape.isDigits {
      guard isPassword || value.utf8.count >= 6 else { return nil }
      strength = isPassword && value.utf8.count <= 16 ? .strong : .plausible
    } else if shape.digits > 0, shape.letters > 0 {
      strength = Self.mixed(shape, value, isPassword: isPassword)
    } else if shape.isRandomText {
      strength = .strong
    } else {
      strength = isPassword && !shape.isCompound ? .plausible : .word
    }
  }

  private static func mixed(_ shape: Shape, _ value: String, isPassword: Bool) -> Strength {
    if isPassword { return value.utf8.count >= 6 ? .strong : .plausible }
    // `version2`, `oauth2_token` and `key-1` are names with a number.
    guard shape.digits >= 2, value.utf8.count >= 8, !shape.isNumberedWord else { return .word }
    return .strong
  }

  private static let passwordWords: Set = [
    "password", "passwd", "passcode", "passphrase", "pwd", "pin", "passwords", "passwort", "userpassword",
    "anshoubangou", "anshobangou",
  ]

  /// What the characters of a value are.
  private struct Shape {
    var digits = 0
    var letters = 0
    var separators = 0
    var others = 0
    /// Places where a letter follows a digit or a digit a letter.
    var switches = 0
    var capitals = 0

    init(_ value: String) {
      var before: UInt8 = 0
      for byte in value.utf8 {
        switch byte {
        case 0x30...0x39:
          digits += 1
          if Self.isLetter(before) { switches += 1 }
        case 0x41...0x5A:
          letters += 1
          capitals += 1
          if (0x30...0x39).contains(before) { switches += 1 }
        case 0x61...0x7A:
          letters += 1
          if (0x30...0x39).contains(before) { switches += 1 }
        case 0x2D, 0x2E, 0x5F, 0x3A, 0x20: separators += 1
        default: others += 1
        }
        before = byte
      }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    var isDigits: Bool { digits > 0 && letters + separators + others == 0 }

    /// Several words joined by separators or capitals.
    var isCompound: Bool { separators > 0 || (capitals > 1 && capitals < letters) }

    /// One or two numbers at the seams of words.
    var isNumberedWord: Bool { switches <= 2 && digits <= 2 && others == 0 }

    /// Letters without digits in which capitals come too often for words in camel case.
    var isRandomText: Bool {
      digits == 0 && separators <= 1 && letters >= 16 && capitals * 3 >= letters
        && capitals * 4 < letters * 3
    }
  }
}
