public import OmamoriCore

/// A status code (`OSStatus`) of Apple's keychain and Security framework, with its meaning and its cure.
///
/// The codes and names are those of `SecBase.h`. A value; safe to share between threads.
///
/// Source: <https://developer.apple.com/documentation/security/security-framework-result-codes>.
public struct KeychainStatus: Sendable, Hashable {
  /// The number.
  public let code: Int32
  /// The name in the Security framework, such as `errSecItemNotFound`.
  public let name: String
  /// Other names of the same number.
  public let aliases: [String]
  /// What the status means, in one or more sentences.
  public let explanation: LocalizedText
  /// What to do about it, in one or more sentences.
  public let cure: LocalizedText

  /// Makes a row of the table.
  ///
  /// - Parameters:
  ///   - code: The number.
  ///   - name: The name without `errSec`.
  ///   - english: The meaning in English.
  ///   - japanese: The meaning in Japanese.
  ///   - cure: What to do.
  ///   - aliases: Other names, without `errSec`.
  /// - Returns: The row.
  static func row(
    _ code: Int32,
    _ name: String,
    _ english: String,
    _ japanese: String,
    _ cure: StatusCure,
    aliases: [String] = []
  ) -> KeychainStatus {
    row(code, name, LocalizedText(english, ja: japanese), cure.text, aliases: aliases)
  }

  /// Makes a row of the table with a cure of its own.
  static func row(
    _ code: Int32,
    _ name: String,
    _ explanation: LocalizedText,
    _ cure: LocalizedText,
    aliases: [String] = []
  ) -> KeychainStatus {
    KeychainStatus(
      code: code, name: prefix + name, aliases: aliases.map { prefix + $0 }, explanation: explanation,
      cure: cure)
  }

  /// What every name begins with.
  static let prefix = "errSec"
}

extension KeychainStatus: CustomStringConvertible {
  /// The name and the number, such as `errSecItemNotFound (-25300)`.
  public var description: String { "\(name) (\(code))" }
}

extension KeychainStatus {
  /// All statuses that have a name here, by descending code; each code and each name once.
  public static let all: [KeychainStatus] =
    (generalRows + itemRows + accessRows + formatRows + storageRows + certificateRows + revocationRows
    + signingRows + moduleRows + keyRows + attributeRows + requestRows + databaseRows + timestampRows)
    .sorted { $0.code > $1.code }

  private static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }
  private static let byName = Dictionary(
    all.flatMap { status in
      ([status.name] + status.aliases).map { (String($0.dropFirst(prefix.count)).lowercased(), status) }
    }
  ) { first, _ in first }

  /// Finds a status by its number; `nil` when the number has no name here.
  ///
  /// - Parameter code: The number, as a function of the Security framework returned it.
  public init?(code: Int32) {
    guard let status = Self.byCode[code] else { return nil }
    self = status
  }

  /// Finds a status by what a log or a person says; `nil` when nothing here has that number or name.
  ///
  /// - Parameter text: A decimal number such as `-25300` (the sign may be missing), the same 32 bits in hexadecimal such
  ///   as `0xffff9d2c`, or a name in any case with or without `errSec`, such as `itemnotfound`; at most 64 characters.
  public init?(text: String) {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let word = words.first.map({ $0.lowercased() }) else { return nil }
    if let code = Self.code(word) {
      self.init(code: code)
    } else {
      let name = word.hasPrefix(Self.prefix.lowercased()) ? String(word.dropFirst(Self.prefix.count)) : word
      guard let status = Self.byName[name] else { return nil }
      self = status
    }
  }

  /// The number that a text in lower case stands for.
  private static func code(_ word: String) -> Int32? {
    if word.hasPrefix("0x") {
      // Tools print the number as 32 bits or, sign-extended, as 64.
      guard let bits = UInt64(word.dropFirst(2), radix: 16) else { return nil }
      let isExtended = bits >> 31 == UInt64.max >> 31
      return bits >> 32 == 0 || isExtended ? Int32(truncatingIfNeeded: bits) : nil
    }
    guard let number = Int32(word) else { return nil }
    guard number > 0, byCode[number] == nil, byCode[-number] != nil else { return number }
    return -number
  }
}
