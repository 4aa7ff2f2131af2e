/// Decides whether a Swift file can be parsed within the stack and time that an audit has.
///
/// The parser bounds how deeply brackets nest, but not its look-ahead, prefix words such as `try`, conditions, or chains
/// such as `a.b.c…`; a file of a few thousand bytes can exhaust its stack, and `[[[[…` its patience. So every file is read
/// once, byte by byte, and what would nest is counted in the same way as the parser would.
struct NestingGuard {
  /// The deepest nesting of brackets and `#if`.
  private static let bracketLimit = 128
  /// The most that may nest in one expression in all: brackets, members of a chain, prefix words.
  private static let weightLimit = 1_000
  /// How many brackets may follow each other while it is open whether they make a type or a value; each doubles the work.
  private static let ambiguityLimit = 14

  /// An open bracket and what has piled up inside it since the last beginning of a statement.
  private struct Level {
    /// What nests to the right: prefix words, `?`, `->`; a comma ends it.
    var words = 0
    /// What nests to the left: members, calls, subscripts, `!` and `?`; an operator ends it.
    var postfixes = 0
    /// What only a new statement ends: `else if`.
    var chain = 0
    /// The number of ambiguous brackets around and including this one.
    let ambiguity: Int
    /// The number of `<` that are open and may be the beginning of generic arguments.
    var angles = 0
    /// Whether what was read inside could still be a type.
    var isTypeLike = true

    var weight: Int { 1 + words + postfixes + chain + 8 * angles }

    init(ambiguity: Int, isTypeLike: Bool = true) {
      (self.ambiguity, self.isTypeLike) = (ambiguity, isTypeLike)
    }
  }

  private var levels = [Level(ambiguity: 0)]
  private var outerWeight = 0
  private var conditions: [Int] = []
  private var work = 0
  private var isTooDeep = false
  /// Whether the last token ends an operand, so that a word on a new line begins a statement.
  private var isOperandDone = false
  private var lastWord = ""

  private init() {}

  /// Whether `bytes` can be parsed.
  static func allows(_ bytes: [UInt8]) -> Bool {
    var nesting = NestingGuard()
    var tokens = NestingTokens(bytes)
    let budget = 2_000_000 + bytes.count
    while !nesting.isTooDeep, nesting.work <= budget, let token = tokens.next() { nesting.take(token) }
    return !nesting.isTooDeep && nesting.work <= budget
  }

  private mutating func take(_ token: NestingTokens.Token) {
    switch token {
    case .word(let word, let isOnNewLine): take(word: word, isOnNewLine)
    case .literal(let isOnNewLine):
      if isOnNewLine, isOperandDone { beginStatement() }
      levels[levels.count - 1].isTypeLike = false
      isOperandDone = true
    case .open(let bracket): open(bracket)
    case .close: close()
    case .member:
      levels[levels.count - 1].postfixes += 1
      isOperandDone = false
    case .separator(let isComma):
      if isComma { endElement() } else { beginStatement() }
      isOperandDone = false
    case .colon: isOperandDone = false
    case .mark(let isTernary):
      if isTernary {
        levels[levels.count - 1].words += 1
        isOperandDone = false
      } else {
        levels[levels.count - 1].postfixes += 1
      }
    case .operation:
      levels[levels.count - 1].postfixes = 0
      levels[levels.count - 1].isTypeLike = false
      isOperandDone = false
    case .attribute(let isOnNewLine):
      if isOnNewLine, isOperandDone { beginStatement() }
      levels[levels.count - 1].words += 1
      isOperandDone = false
    case .arrow:
      levels[levels.count - 1].words += 1
      isOperandDone = false
    case .angle(let opens): angle(opens)
    case .condition(let kind): take(condition: kind)
    }
    measure()
  }

  private mutating func measure() {
    if outerWeight + levels[levels.count - 1].weight > Self.weightLimit { isTooDeep = true }
    if levels.count + conditions.count > Self.bracketLimit { isTooDeep = true }
    if levels[levels.count - 1].ambiguity > Self.ambiguityLimit { isTooDeep = true }
  }

  private mutating func take(word: String, _ isOnNewLine: Bool) {
    let top = levels.count - 1
    let isKeyword = Self.mayBeKeyword(word)
    let isPrefix = isKeyword && Self.prefixes.contains(word)
    let continues = isKeyword && Self.continuing.contains(word)
    switch word {
    case "else": levels[top].chain += 1
    case "if" where lastWord == "else": levels[top].chain += 1
    default:
      if isOnNewLine, isOperandDone, !continues { beginStatement() }
      // An `if` inside an `if` costs the parser far more stack than other words do.
      if isPrefix { levels[top].words += word == "if" ? 4 : 1 }
    }
    isOperandDone = !isPrefix && !continues
    lastWord = word
  }

  /// Whether a word can be one of those below: all others, which are most, need not be looked up.
  private static func mayBeKeyword(_ word: String) -> Bool {
    guard word.utf8.count <= 11, let first = word.utf8.first else { return false }
    return (0x61...0x7A).contains(first) || first == UInt8(ascii: "_")
  }

  private mutating func open(_ bracket: UInt8) {
    let above = levels[levels.count - 1]
    levels[levels.count - 1].postfixes += 1
    outerWeight += levels[levels.count - 1].weight
    var ambiguity = 0
    if bracket != UInt8(ascii: "{"), above.isTypeLike || above.angles > 0 {
      ambiguity = above.ambiguity + above.angles + (bracket == UInt8(ascii: "[") ? 1 : 0)
    }
    levels.append(Level(ambiguity: ambiguity))
    let excess = max(0, levels.count - 12)
    work += excess * excess + doubled(levels[levels.count - 1])
    isOperandDone = false
    lastWord = ""
  }

  private mutating func close() {
    if levels.count > 1 {
      levels.removeLast()
      outerWeight -= levels[levels.count - 1].weight
    }
    isOperandDone = true
    lastWord = ""
  }

  private mutating func angle(_ opens: Bool) {
    let top = levels.count - 1
    if opens {
      levels[top].angles += 1
      work += doubled(levels[top])
    } else if levels[top].angles > 0 {
      levels[top].angles -= 1
    }
    isOperandDone = !opens
  }

  private func doubled(_ level: Level) -> Int { 1 << min(20, level.ambiguity + level.angles / 2) }

  private mutating func endElement() {
    levels[levels.count - 1].words = 0
    levels[levels.count - 1].postfixes = 0
  }

  private mutating func beginStatement() {
    let top = levels.count - 1
    levels[top] = Level(ambiguity: levels[top].ambiguity, isTypeLike: levels[top].isTypeLike)
  }

  /// Both branches of a condition may open the same bracket; it counts once.
  private mutating func take(condition: NestingTokens.Condition) {
    switch condition {
    case .begins: conditions.append(levels.count)
    case .branches:
      while let count = conditions.last, levels.count > count { close() }
    case .ends: _ = conditions.popLast()
    }
    isOperandDone = true
    lastWord = ""
  }

  /// Words that an operand has to follow.
  private static let prefixes: Set = [
    "try", "await", "consume", "copy", "borrow", "each", "repeat", "unsafe", "any", "some", "inout", "let",
    "var",
    "if", "else", "switch", "return", "throw", "yield", "then", "discard", "case", "for", "guard", "do",
    "defer", "throws", "nonisolated", "_move",
  ]
  /// Words that go on with what stands on the line before.
  private static let continuing: Set = [
    "else", "is", "as", "in", "where", "catch", "async", "throws", "while",
  ]
}
