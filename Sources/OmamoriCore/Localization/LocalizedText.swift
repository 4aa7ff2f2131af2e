/// A text in every language the toolkit speaks, so that a report can be written in another one later.
///
/// A string literal makes a text that is the same in every language; use it for names, codes and quotations only.
public struct LocalizedText: Sendable, Hashable {
  /// The English text.
  public let english: String
  /// The Japanese text.
  public let japanese: String

  /// Makes a text from its translations.
  public init(_ english: String, ja japanese: String) {
    (self.english, self.japanese) = (english, japanese)
  }

  /// The text in `language`.
  public subscript(language: Language) -> String {
    switch language {
    case .en: english
    case .ja: japanese
    }
  }
}

extension LocalizedText: ExpressibleByStringLiteral {
  /// Makes a text that needs no translation.
  public init(stringLiteral value: String) { self.init(value, ja: value) }
}

/// A language that reports, prompts and help are written in.
public enum Language: String, CaseIterable, Sendable, Hashable, Codable {
  /// English, the default.
  case en
  /// Japanese.
  case ja
}
