/// A token of C, C++ or Objective-C.
package struct CToken: Sendable, Equatable {
  /// What a token is.
  package enum Kind: UInt8, Sendable {
    /// A name or keyword.
    case identifier
    /// A name with `@` before it, such as `@implementation`; the text includes the `@`.
    case directive
    /// A number.
    case number
    /// A string of C; the text is what it stands for, not what is written.
    case string
    /// A string object of Objective-C; the text is what it stands for.
    case object
    /// A character in single quotes; the text is what is written.
    case character
    /// An operator, bracket or separator.
    case punctuation
  }

  /// What it is.
  package let kind: Kind
  /// What it says.
  package internal(set) var text: String
  /// Its bytes.
  package internal(set) var range: Range<Int>

  /// Whether it is a string, of either kind.
  package var isString: Bool { kind == .string || kind == .object }

  /// Whether it is the operator or bracket `sign`.
  package func isSign(_ sign: String) -> Bool { kind == .punctuation && text == sign }

  /// Whether it is the name `name`.
  package func isName(_ name: String) -> Bool { kind == .identifier && text == name }
}
