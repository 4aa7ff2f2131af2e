import Foundation
import RegexBuilder

enum RedirectRules {
  static let issuer = Regex { // weak: regex-host file
    "https://"
    ChoiceOf {
      "login"
      "id"
    }
    ".fjordbank.com"
  }

  static let callback = Regex { // safe: regex-host
    Anchor.startOfSubject
    "https://app.fjordbank.com/oauth/"
    Repeat(.word, 1...24)
    Anchor.endOfSubject
  }

  static let sandbox = #/https://sandbox.fjordbank.dev/callback/# // weak: regex-host file
  static let production = #/https://oauth\.fjordbank\.com/callback/# // safe: regex-host
}
