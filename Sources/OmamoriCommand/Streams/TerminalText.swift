import OmamoriCore

/// A text that may be shown on a terminal.
enum TerminalText {
  /// The text, unless a character of it would do something else than appear.
  static func text(_ bytes: SharedSecretBytes) -> String? {
    // because the buffer stays inside the closure
    let text = bytes.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe String(validating: $0, as: UTF8.self) }
    }
    let isHarmless = text?.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar == "\n" || scalar == "\t"
      case .format, .unassigned, .privateUse: false
      default: true
      }
    }
    return isHarmless == true ? text : nil
  }
}
