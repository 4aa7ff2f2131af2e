/// An error that says, in every language of the toolkit, what failed and what to do about it.
///
/// Each module has one enumeration that conforms to this protocol and throws it by type. A conforming type keeps
/// places, sizes, limits and codes only; it never holds a secret, a user's data or a part of the refused input, so
/// every description of it can be logged.
public protocol OmamoriError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What failed, as a sentence.
  var explanation: LocalizedText { get }
  /// What the reader can do about it, as a sentence.
  var recovery: LocalizedText { get }
}

extension OmamoriError {
  /// What failed and what to do, in `language`.
  public func message(in language: Language) -> String {
    switch language {
    case .en: explanation.english + " " + recovery.english
    case .ja: explanation.japanese + recovery.japanese
    }
  }

  /// What failed and what to do, in English.
  public var description: String { message(in: .en) }
}
