/// A text for the person at the terminal, in every language the kit speaks.
///
/// A string literal makes a text that is the same in every language; use it for names and quotations.
public struct HelpText: Sendable, Hashable {
  /// The English text.
  public let english: String
  /// The Japanese text.
  public let japanese: String

  /// Makes a text from its translations.
  public init(_ english: String, ja japanese: String) {
    (self.english, self.japanese) = (english, japanese)
  }

  /// The text in `language`.
  public subscript(language: HelpLanguage) -> String {
    switch language {
    case .en: english
    case .ja: japanese
    }
  }

  /// Whether there is nothing to show in either language.
  public var isEmpty: Bool { english.isEmpty && japanese.isEmpty }
}

extension HelpText: ExpressibleByStringLiteral {
  /// Makes a text that needs no translation.
  public init(stringLiteral value: String) { self.init(value, ja: value) }
}
