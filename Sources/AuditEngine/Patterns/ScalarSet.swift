/// A set of Unicode scalars: ranges in order that do not touch each other.
package struct ScalarSet: Sendable, Hashable {
  /// The ranges.
  package let ranges: [ClosedRange<UInt32>]

  /// Makes a set of ranges in any order.
  package init(_ ranges: [ClosedRange<UInt32>]) {
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound &+ 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    self.ranges = merged
  }

  /// Makes a set of one scalar.
  package init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

  /// Makes a set of the scalars of a text.
  package init(of text: String) { self.init(text.unicodeScalars.map { $0.value...$0.value }) }

  /// Whether there is no scalar in it.
  package var isEmpty: Bool { ranges.isEmpty }

  /// Whether `scalar` is in it.
  package func contains(_ scalar: Unicode.Scalar) -> Bool { contains(scalar.value) }

  /// Whether the scalar with the number `value` is in it.
  package func contains(_ value: UInt32) -> Bool { ranges.contains { $0.contains(value) } }

  /// Whether a scalar is in both sets.
  package func overlaps(_ other: ScalarSet) -> Bool {
    var (left, right) = (ranges[...], other.ranges[...])
    while let first = left.first, let second = right.first {
      if first.overlaps(second) { return true }
      if first.upperBound < second.upperBound { left.removeFirst() } else { right.removeFirst() }
    }
    return false
  }

  /// The scalars of both sets.
  package func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

  /// The scalars that are not in it.
  package var inverted: ScalarSet {
    var rest: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { rest.append(next...(range.lowerBound - 1)) }
      next = range.upperBound &+ 1
    }
    if next <= Self.highest { rest.append(next...Self.highest) }
    return ScalarSet(rest)
  }

  /// The scalars that are in both sets.
  package func intersection(_ other: ScalarSet) -> ScalarSet {
    inverted.union(other.inverted).inverted
  }

  /// The set with the letters of ASCII in both cases.
  package var inBothCases: ScalarSet {
    var more = ranges
    for range in ranges {
      for (from, to) in [(Self.upper, Self.lower), (Self.lower, Self.upper)] where range.overlaps(from) {
        let part = range.clamped(to: from)
        let start = to.lowerBound + (part.lowerBound - from.lowerBound)
        more.append(start...(start + (part.upperBound - part.lowerBound)))
      }
    }
    return ScalarSet(more)
  }

  private static let highest: UInt32 = 0x10FFFF
  private static let upper: ClosedRange<UInt32> = 0x41...0x5A
  private static let lower: ClosedRange<UInt32> = 0x61...0x7A

  // MARK: Classes

  // Of the classes with thousands of letters only the large blocks are listed: whether two classes have a letter in
  // common is all that is asked.

  /// Every scalar.
  package static let all = ScalarSet([0...highest])
  /// What ends a line.
  package static let lineEnds = ScalarSet([0x0A...0x0D, 0x85...0x85, 0x2028...0x2029])
  /// What `\d` matches.
  package static let digits = ScalarSet([
    0x30...0x39, 0x660...0x669, 0x6F0...0x6F9, 0x966...0x96F, 0xFF10...0xFF19,
  ])
  /// What `\s` matches.
  package static let spaces = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
  ])
  /// What `\h` matches.
  package static let horizontalSpaces = ScalarSet([
    0x09...0x09, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x202F...0x202F, 0x205F...0x205F,
    0x3000...0x3000,
  ])
  /// Letters.
  package static let letters = ScalarSet([
    upper, lower, 0xAA...0xAA, 0xB5...0xB5, 0xBA...0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2C1,
    0x370...0x373, 0x386...0x386, 0x388...0x481, 0x48A...0x556, 0x561...0x587, 0x5D0...0x5EA, 0x620...0x64A,
    0x904...0x939, 0xE01...0xE30, 0x10A0...0x10FF, 0x1100...0x11FF, 0x1E00...0x1FFC, 0x3041...0x3096,
    0x30A1...0x30FA, 0x3105...0x312F, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAD9,
    0xFF21...0xFF3A, 0xFF41...0xFF5A, 0xFF66...0xFF9D, 0x20000...0x323AF,
  ])
  /// Letters in lower case.
  package static let lowercase = ScalarSet([lower, 0xDF...0xF6, 0xF8...0xFF, 0x3B1...0x3C9, 0x430...0x45F])
  /// Letters in upper case.
  package static let uppercase = ScalarSet([upper, 0xC0...0xD6, 0xD8...0xDE, 0x391...0x3A9, 0x400...0x42F])
  /// Signs of punctuation of ASCII and of common blocks.
  package static let punctuation = ScalarSet([
    0x21...0x23, 0x25...0x2A, 0x2C...0x2F, 0x3A...0x3B, 0x3F...0x40, 0x5B...0x5D, 0x5F...0x5F, 0x7B...0x7B,
    0x7D...0x7D, 0xA1...0xA1, 0xBF...0xBF, 0x2010...0x2027, 0x3001...0x3003, 0x3008...0x3011,
  ])
  /// Symbols.
  package static let symbols = ScalarSet([
    0x24...0x24, 0x2B...0x2B, 0x3C...0x3E, 0x5E...0x5E, 0x60...0x60, 0x7C...0x7C, 0x7E...0x7E,
    0x20A0...0x20BF,
    0x2190...0x23FF, 0x2600...0x27BF, 0x1F300...0x1FAFF,
  ])
  /// What `\w` matches.
  package static let words = letters.union(digits).union(
    ScalarSet([0x5F...0x5F, 0x300...0x36F, 0x203F...0x2040]))

  /// The scalars of `\p{name}` or `[:name:]`; `nil` for a name that is not known.
  package init?(property name: String) {
    let set: ScalarSet? =
      switch name.lowercased() {
      case "l", "letter", "alphabetic", "alpha", "latin", "script=latin": .letters
      case "ll", "lower", "lowercase", "lowercaseletter": .lowercase
      case "lu", "lt", "upper", "uppercase", "uppercaseletter": .uppercase
      case "n", "nd", "digit", "number": .digits
      case "z", "zs", "space", "whitespace", "white_space", "separator": .spaces
      case "p", "pd", "pe", "po", "ps", "punct", "punctuation": .punctuation
      case "s", "sc", "sk", "sm", "so", "symbol": .symbols
      case "alnum": Self.letters.union(Self.digits)
      case "w", "word": Self.words
      case "any": Self.all
      case "ascii": ScalarSet([0...0x7F])
      case "xdigit": ScalarSet([0x30...0x39, 0x41...0x46, 0x61...0x66])
      case "c", "cc", "cntrl": ScalarSet([0...0x1F, 0x7F...0x9F])
      case "blank": Self.horizontalSpaces
      case "graph", "print": Self.spaces.union(ScalarSet([0...0x1F])).inverted
      case "han", "script=han": ScalarSet([0x3400...0x4DBF, 0x4E00...0x9FFF])
      case "hiragana", "script=hiragana": ScalarSet([0x3041...0x309F])
      case "katakana", "script=katakana": ScalarSet([0x30A0...0x30FF])
      default: nil
      }
    guard let set else { return nil }
    self = set
  }
}
