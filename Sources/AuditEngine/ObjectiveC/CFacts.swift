/// A line that takes in another file.
package struct CImport: Sendable {
  /// What is written between the brackets or quotes.
  package let name: String
  /// The line.
  package let range: Range<Int>
  /// Whether no condition stands around it.
  package let isUnconditional: Bool
}

/// A macro.
package struct CDefine: Sendable {
  /// Its name.
  package let name: String
  /// Whether it takes arguments.
  package let isFunction: Bool
  /// What it stands for.
  package let value: [CToken]

  /// Reads what stands behind `#define`.
  package init?(_ tokens: [CToken]) {
    guard let first = tokens.first, first.kind == .identifier else { return nil }
    name = first.text
    isFunction =
      tokens.count > 1 && tokens[1].isSign("(") && tokens[1].range.lowerBound == first.range.upperBound
    value = isFunction ? [] : Array(tokens.dropFirst())
  }
}

/// A function of C or C++ or a method of Objective-C, with its body.
package struct CFunction: Sendable {
  /// A parameter.
  package struct Parameter: Sendable {
    /// Its name.
    package let name: String
    /// The last name of its type.
    package let type: String
  }

  /// The name, or the selector of a method.
  package let name: String
  /// The class of a method.
  package let className: String?
  /// The last name of the type of the result; empty for constructors.
  package let result: String
  /// The parameters, in order.
  package let parameters: [Parameter]
  /// The tokens from the first of the name to the one before the body.
  package let head: Range<Int>
  /// The tokens of the body, without its braces.
  package let body: Range<Int>
}

/// A message: `[receiver selector:argument]`.
package struct MessageSend: Sendable {
  /// The tokens of the receiver.
  package let receiver: Range<Int>
  /// The selector, with a colon behind each part that has an argument.
  package let selector: String
  /// The tokens of each argument; those after a comma follow the others.
  package let arguments: [Range<Int>]
  /// The tokens from bracket to bracket.
  package let tokens: Range<Int>
  /// The index of the function it stands in.
  package let function: Int?
}

/// A call of a function: `name(argument)`.
package struct CCall: Sendable {
  /// The name.
  package let name: String
  /// Whether it is called on something: `value.name(…)`.
  package let hasReceiver: Bool
  /// The tokens of each argument.
  package let arguments: [Range<Int>]
  /// The tokens from the name to the closing bracket.
  package let tokens: Range<Int>
  /// The index of the function it stands in.
  package let function: Int?
}

/// An assignment or a declaration with a value.
package struct CAssignment: Sendable {
  /// The names of the target: `self password` for `self.password`.
  package let path: [String]
  /// The tokens of the key in `target[key] = value`.
  package let key: Range<Int>?
  /// The last name of the type, when the target is declared here.
  package let type: String?
  /// The tokens of the target.
  package let target: Range<Int>
  /// The tokens of the value.
  package let value: Range<Int>
  /// The index of the function it stands in.
  package let function: Int?

  /// The last name of the target.
  package var name: String { path.last ?? "" }
}

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
