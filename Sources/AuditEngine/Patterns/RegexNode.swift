/// A part of a regular expression.
package indirect enum RegexNode: Sendable {
  /// How one character is written.
  package enum Character: Sendable, Equatable {
    /// The character itself, escaped or not.
    case literal(Unicode.Scalar)
    /// `.`
    case any
    /// A class: `\w`, `[a-z]`.
    case oneOf
  }

  /// A place that takes no characters.
  package enum Place: Sendable {
    /// `^`, `\A`
    case start
    /// `$`, `\z`, `\Z`
    case end
    /// `\b`, a place that something else must follow or not follow, the text of a group once more.
    case other
  }

  /// One character of a set.
  case character(ScalarSet, Character)
  /// A place that takes no characters.
  case place(Place)
  /// One part after the other.
  case sequence([RegexNode])
  /// One of several parts.
  case choice([RegexNode])
  /// A part whose text is kept.
  case captured(RegexNode)
  /// A part so many times, without an upper bound for `nil`.
  case repeated(RegexNode, least: Int, most: Int?)
  /// A part that gives nothing back once it has matched: `(?>…)`, `…*+`.
  case atomic(RegexNode)
  /// A part that is only looked at: `(?=…)`, `(?!…)`, `(?<=…)`.
  case looked(RegexNode, isAhead: Bool, isNegated: Bool)
}

/// A regular expression as `NSRegularExpression` and `Regex` understand it.
package struct RegexPattern: Sendable {
  /// What changes the meaning of a pattern.
  package struct Options: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Upper and lower case are the same.
    package static let ignoresCase = Options(rawValue: 1 << 0)
    /// `.` matches the end of a line too.
    package static let dotMatchesLineEnds = Options(rawValue: 1 << 1)
    /// White space and comments in the pattern mean nothing.
    package static let isExtended = Options(rawValue: 1 << 2)
    /// `^` and `$` match at each line.
    package static let anchorsMatchLines = Options(rawValue: 1 << 3)
  }

  /// The longest pattern that is looked at, in scalars.
  package static let longest = 4096

  /// The whole.
  package let root: RegexNode
  /// The options that were given or that the pattern begins with.
  package let options: Options

  /// Reads `text`, or returns `nil` for what is no regular expression or too long or nested too deeply.
  package init?(_ text: String, _ options: Options = []) {
    var parser = RegexParser(text, options)
    guard let root = parser.pattern() else { return nil }
    (self.root, self.options) = (root, options.union(parser.leadingOptions))
  }
}

extension RegexNode {
  /// Whether it keeps the text of a part.
  package var captures: Bool {
    switch self {
    case .captured: true
    case .character, .place: false
    case .sequence(let parts), .choice(let parts): parts.contains(where: \.captures)
    case .repeated(let part, _, _), .atomic(let part): part.captures
    case .looked(let part, _, _): part.captures
    }
  }
}
