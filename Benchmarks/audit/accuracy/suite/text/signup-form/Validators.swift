import Foundation
import RegexBuilder

enum Validators {
  private static let email = "^([a-z0-9]+[._-]?)+@[a-z0-9-]{1,63}\\.[a-z]{2,24}$" // weak: regex-slow helper
  private static let workEmail = "^[a-z0-9]+(?:[._-][a-z0-9]+)*@company\\.example$" // safe: regex-slow
  private static let phone = "^\\+?(?:[0-9][ -]?){6,14}[0-9]$" // safe: regex-slow

  static func isEmail(_ text: String) -> Bool {
    let allowed = [email, workEmail].map { NSPredicate(format: "SELF MATCHES %@", $0) }
    return allowed.contains { $0.evaluate(with: text.lowercased()) }
  }

  static func isPhone(_ text: String) -> Bool {
    text.range(of: phone, options: .regularExpression) != nil
  }

  static let nickname = Regex {
    OneOrMore { // weak: regex-slow file
      OneOrMore(.word)
      Optionally(.whitespace)
    }
    "#"
    Repeat(.digit, count: 4)
  }

  static let team = Regex {
    OneOrMore(.word, .possessive) // safe: regex-slow
    ZeroOrMore(.possessive) {
      "-"
      OneOrMore(.word, .possessive)
    }
    "@"
    OneOrMore(.digit)
  }
}
