package import OmamoriCore

/// Numbers of cards and persons, checked by their check digits.
package enum PersonalNumber {
  /// What a number belongs to.
  package enum Kind {
    case card
    case securityCode
    case socialSecurity
    case individual
    case bankAccount

    /// What `name` promises, or `nil`.
    package init?(name: String) {
      let words = Words.of(name)
      func has(_ first: String, _ second: String) -> Bool {
        zip(words, words.dropFirst()).contains { $0 == first && $1 == second }
      }
      let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
      if words.contains("cvv") || words.contains("cvc") || words.contains("cvn") {
        self = .securityCode
      } else if has("card", "number") || words.contains("cardnumber") || has("credit", "card")
        || has("debit", "card") || !isASCII && name.contains("カード番号")
      {
        self = .card
      } else if words.contains("ssn") || has("social", "security") {
        self = .socialSecurity
      } else if has("my", "number") || words.contains("mynumber")
        || !isASCII && (name.contains("マイナンバー") || name.contains("個人番号"))
      {
        self = .individual
      } else if words.contains("iban") {
        self = .bankAccount
      } else {
        return nil
      }
      if let last = words.last,
        ["mask", "format", "pattern", "placeholder", "length", "label", "hint"].contains(last)
      {
        return nil
      }
    }

    /// What it is called.
    package var title: LocalizedText {
      switch self {
      case .card: LocalizedText("card number", ja: "カード番号")
      case .securityCode: LocalizedText("security code of a card", ja: "カードのセキュリティコード")
      case .socialSecurity: LocalizedText("social security number", ja: "社会保障番号")
      case .individual: LocalizedText("individual number (My Number)", ja: "個人番号（マイナンバー）")
      case .bankAccount: LocalizedText("bank account number (IBAN)", ja: "銀行口座番号（IBAN）")
      }
    }
  }

  /// Whether `text` is a number of `kind` with the right length and check digits.
  package static func isValid(_ text: String, _ kind: Kind) -> Bool {
    let digits = text.utf8.filter { $0 != 0x20 && $0 != 0x2D }.map { Int($0) - 0x30 }
    guard kind == .bankAccount || digits.allSatisfy({ (0...9).contains($0) }) else { return false }
    guard Set(digits).count > 1 else { return false }
    switch kind {
    case .card:
      return (13...19).contains(digits.count) && [2, 3, 4, 5, 6].contains(digits[0]) && passesLuhn(digits)
    case .securityCode: return (3...4).contains(digits.count) && digits.count == text.utf8.count
    case .socialSecurity:
      let groups = text.split(separator: "-").map(\.utf8.count)
      return digits.count == 9 && groups == [3, 2, 4] && digits.prefix(3) != [0, 0, 0] && digits[0] != 9
    case .individual: return digits.count == 12 && hasIndividualCheckDigit(digits)
    case .bankAccount: return isBankAccount(text.utf8.filter { $0 != 0x20 })
    }
  }

  /// Whether `text` is one of the numbers that card networks publish for tests.
  package static func isPublished(_ text: String) -> Bool {
    published.contains(String(decoding: text.utf8.filter { $0 != 0x20 && $0 != 0x2D }, as: UTF8.self))
  }

  private static let published: Set = [
    "4242424242424242", "4111111111111111", "4012888888881881", "5555555555554444", "5105105105105100",
    "378282246310005", "371449635398431", "6011111111111117", "6011000990139424", "3530111333300000",
    "3566002020360505", "4000056655665556", "2223003122003222", "30569309025904", "38520000023237",
    "4000000000000002", "4000002500003155", "5200828282828210",
  ]

  private static func passesLuhn(_ digits: [Int]) -> Bool {
    var sum = 0
    for (index, digit) in digits.reversed().enumerated() {
      let value = index.isMultiple(of: 2) ? digit : digit * 2
      sum += value > 9 ? value - 9 : value
    }
    return sum.isMultiple(of: 10)
  }

  /// The check digit of the ordinance on individual numbers: weights 2…7 and 2…6 from the right, modulo 11.
  private static func hasIndividualCheckDigit(_ digits: [Int]) -> Bool {
    var sum = 0
    for (index, digit) in digits.dropLast().reversed().enumerated() {
      sum += digit * (index < 6 ? index + 2 : index - 4)
    }
    let rest = sum % 11
    return digits.last == (rest <= 1 ? 0 : 11 - rest)
  }

  /// ISO 13616: moved to the end, letters as numbers, the whole modulo 97 is 1.
  private static func isBankAccount(_ bytes: [UInt8]) -> Bool {
    guard (15...34).contains(bytes.count), bytes.prefix(2).allSatisfy({ (0x41...0x5A).contains($0) }) else {
      return false
    }
    var rest = 0
    for byte in bytes.dropFirst(4) + bytes.prefix(4) {
      switch byte {
      case 0x30...0x39: rest = (rest * 10 + Int(byte) - 0x30) % 97
      case 0x41...0x5A: rest = (rest * 100 + Int(byte) - 55) % 97
      default: return false
      }
    }
    return rest == 1
  }
}
