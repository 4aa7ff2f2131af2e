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
