#if !canImport(Darwin)
import CPAM
import OmamoriCore

/// What PAM's modules say, made fit to be shown.
enum PAMText {
  private static let longest = 1_000
  /// How pam_faillock tells of a lockout; the words are the key under which Linux-PAM keeps its translations.
  private static let lockout = "The account is locked due to %u failed logins."

  /// The text without control characters, in Japanese too where it is one that everybody knows.
  static func translated(_ text: String) -> LocalizedText {
    let clean = String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(longest).map { isControl($0) ? " " : $0 }))
    if tellsOfLockout(text) {
      return LocalizedText(clean, ja: "認証の失敗が続いたため、アカウントがロックされています。")
    }
    switch clean.prefix(while: { $0 != ":" }).lowercased() {
    case "password": return LocalizedText(clean, ja: "パスワード:")
    case "login", "username": return LocalizedText(clean, ja: "ユーザー名:")
    default: return LocalizedText(clean, ja: clean)
    }
  }

  /// Whether pam_faillock says that there were too many wrong tries, in English or in the process's language.
  static func tellsOfLockout(_ text: String) -> Bool {
    [lockout, localized(lockout)].contains { pattern in
      let parts = pattern.components(separatedBy: "%u")
      guard let start = parts.first, let end = parts.last, parts.count == 2 else { return false }
      return text.hasBytePrefix(start) && text.hasByteSuffix(end)
    }
  }

  /// The text in the language that the process has chosen with `setlocale`.
  private static func localized(_ text: String) -> String {
    // because the closure uses the key while it is valid
    unsafe text.withCString { key in
      // because what comes back is the key itself or stays for ever, and both end with a NUL
      unsafe dgettext("Linux-PAM", key).map { unsafe String(cString: $0) } ?? text
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
#endif
