/// Reads the syntax that ICU and Swift share.
struct RegexParser {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var options: RegexPattern.Options
  private var nodes = 0
  private var isBroken = false
  /// The options of `(?i)` at the very beginning.
  private(set) var leadingOptions: RegexPattern.Options = []

  private static let deepest = 64
  private static let mostNodes = 8192

  init(_ text: String, _ options: RegexPattern.Options) {
    scalars = Array(text.unicodeScalars.prefix(RegexPattern.longest + 1))
    self.options = options
  }

  /// The whole pattern.
  mutating func pattern() -> RegexNode? {
    guard scalars.count <= RegexPattern.longest else { return nil }
    let node = choice(depth: 0)
    return isBroken || index < scalars.count ? nil : node
  }

  // MARK: Structure

  private mutating func choice(depth: Int) -> RegexNode {
    guard depth < Self.deepest else { return broken() }
    let before = options
    var parts = [sequence(depth: depth)]
    while take("|") { parts.append(sequence(depth: depth)) }
    options = before
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func sequence(depth: Int) -> RegexNode {
    var parts: [RegexNode] = []
    while !isBroken, let next = peek, next != "|", next != ")" {
      if options.contains(.isExtended), skipSpace() { continue }
      guard let part = one(depth: depth) else { continue }
      parts.append(quantified(part))
      nodes += 1
      if nodes > Self.mostNodes { return broken() }
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// The part at the present place; `nil` for what only changes options.
  private mutating func one(depth: Int) -> RegexNode? {
    guard let next = advance() else { return broken() }
    switch next {
    case "(": return group(depth: depth)
    case "[": return .character(cased(members(depth: depth)), .oneOf)
    case ".":
      return .character(options.contains(.dotMatchesLineEnds) ? .all : ScalarSet.lineEnds.inverted, .any)
    case "^": return .place(.start)
    case "$": return .place(.end)
    case "\\": return escaped()
    case "*", "+", "?": return broken()
    default: return literal(next)
    }
  }

  private func literal(_ scalar: Unicode.Scalar) -> RegexNode {
    .character(cased(ScalarSet(scalar)), .literal(scalar))
  }

  private func cased(_ set: ScalarSet) -> ScalarSet {
    options.contains(.ignoresCase) ? set.inBothCases : set
  }

  private mutating func group(depth: Int) -> RegexNode? {
    guard take("?") else { return close(.captured(choice(depth: depth + 1))) }
    switch advance() {
    case ":": return close(choice(depth: depth + 1))
    case ">": return close(.atomic(choice(depth: depth + 1)))
    case "|": return close(choice(depth: depth + 1))
    case "=": return look(isAhead: true, isNegated: false, depth)
    case "!": return look(isAhead: true, isNegated: true, depth)
    case "#":
      while let next = advance() { if next == ")" { return nil } }
      return broken()
    case "P":
      guard take("<") else { return broken() }
      return named(depth: depth)
    case "<":
      if take("=") { return look(isAhead: false, isNegated: false, depth) }
      if take("!") { return look(isAhead: false, isNegated: true, depth) }
      return named(depth: depth)
    default:
      index -= 1
      return changedOptions(depth: depth)
    }
  }

  private mutating func close(_ node: RegexNode) -> RegexNode { take(")") ? node : broken() }

  private mutating func look(isAhead: Bool, isNegated: Bool, _ depth: Int) -> RegexNode {
    close(.looked(choice(depth: depth + 1), isAhead: isAhead, isNegated: isNegated))
  }

  private mutating func named(depth: Int) -> RegexNode {
    while let next = advance() { if next == ">" { return close(.captured(choice(depth: depth + 1))) } }
    return broken()
  }

  /// Reads the letters of `(?i)`, `(?i-s)` or `(?i:…)`.
  private mutating func changedOptions(depth: Int) -> RegexNode? {
    let isLeading = index <= 2
    let before = options
    var isRemoving = false
    while let next = advance() {
      switch next {
      case "-": isRemoving = true
      case "i": change(.ignoresCase, isRemoving)
      case "s": change(.dotMatchesLineEnds, isRemoving)
      case "x": change(.isExtended, isRemoving)
      case "m": change(.anchorsMatchLines, isRemoving)
      case "^", "w", "u", "U", "n", "J", "D", "S", "W", "P", "y", "{", "}", "g": break
      case ")":
        if isLeading { leadingOptions = options }
        return nil
      case ":":
        let node = close(choice(depth: depth + 1))
        options = before
        return node
      default: return broken()
      }
    }
    return broken()
  }

  private mutating func change(_ option: RegexPattern.Options, _ isRemoving: Bool) {
    if isRemoving { options.remove(option) } else { options.insert(option) }
  }

  // MARK: Quantifiers

  private mutating func quantified(_ part: RegexNode) -> RegexNode {
    var part = part
    while true {
      if options.contains(.isExtended) { while skipSpace() {} }
      guard let bounds = bounds() else { return part }
      part = .repeated(part, least: bounds.least, most: bounds.most)
      if take("+") { part = .atomic(part) } else { _ = take("?") }
    }
  }

  private mutating func bounds() -> (least: Int, most: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = index
    guard take("{") else { return nil }
    let least = number()
    var most = least
    if take(",") { most = number() ?? .max }
    guard take("}"), least != nil || most != nil else {
      index = start
      return nil
    }
    return (least ?? 0, most == .max ? nil : most)
  }

  private mutating func number() -> Int? {
    var digits = ""
    while let next = peek, ("0"..."9").contains(next), digits.count < 6 {
      digits.unicodeScalars.append(next)
      index += 1
    }
    return Int(digits)
  }

  // MARK: Escapes

  private mutating func escaped() -> RegexNode {
    guard let next = advance() else { return broken() }
    switch next {
    case "A": return .place(.start)
    case "z", "Z": return .place(.end)
    case "b", "B", "G", "K", "y", "Y":
      return .place(.other)
    case "1"..."9":
      _ = number()
      return .place(.other)
    case "k":
      skip(to: ">")
      return .place(.other)
    case "Q": return quoted()
    case "R": return .character(.lineEnds, .oneOf)
    case "X": return .character(.all, .oneOf)
    default:
      if let set = set(escapedAs: next) { return .character(cased(set), .oneOf) }
      return literal(scalar(escapedAs: next))
    }
  }

  /// Reads the text of `\Q…\E`.
  private mutating func quoted() -> RegexNode {
    var parts: [RegexNode] = []
    while let next = advance() {
      if next == "\\", take("E") { break }
      parts.append(literal(next))
    }
    return .sequence(parts)
  }

  /// The class that a letter behind a backslash stands for.
  private mutating func set(escapedAs letter: Unicode.Scalar) -> ScalarSet? {
    switch letter {
    case "d": return .digits
    case "D": return ScalarSet.digits.inverted
    case "w": return .words
    case "W": return ScalarSet.words.inverted
    case "s": return .spaces
    case "S": return ScalarSet.spaces.inverted
    case "h": return .horizontalSpaces
    case "H": return ScalarSet.horizontalSpaces.inverted
    case "v": return .lineEnds
    case "V": return ScalarSet.lineEnds.inverted
    case "N" where peek != "{": return ScalarSet.lineEnds.inverted
    case "p", "P":
      guard let set = property() else { return ScalarSet([]) }
      return letter == "p" ? set : set.inverted
    default: return nil
    }
  }

  private mutating func property() -> ScalarSet? {
    guard take("{") else { return advance().flatMap { ScalarSet(property: String($0)) } }
    let start = index
    skip(to: "}")
    var name = String(String.UnicodeScalarView(scalars[start..<max(start, index - 1)]))
    let isInverted = name.hasPrefix("^")
    if isInverted { name.removeFirst() }
    let set = ScalarSet(property: name)
    return isInverted ? set?.inverted : set
  }

  /// The character that a letter behind a backslash stands for.
  private mutating func scalar(escapedAs letter: Unicode.Scalar) -> Unicode.Scalar {
    switch letter {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "f": return "\u{0C}"
    case "a": return "\u{07}"
    case "e": return "\u{1B}"
    case "0": return Unicode.Scalar(UInt32(digits(3, radix: 8))) ?? letter
    case "x": return hexadecimal(2)
    case "u": return hexadecimal(4)
    case "U": return hexadecimal(8)
    case "c": return advance().flatMap { Unicode.Scalar($0.value & 0x1F) } ?? letter
    case "N":
      skip(to: "}")
      return "\u{FFFD}"
    default: return letter
    }
  }

  private mutating func hexadecimal(_ most: Int) -> Unicode.Scalar {
    let isBraced = take("{")
    let value = digits(isBraced ? 6 : most, radix: 16)
    if isBraced { skip(to: "}") }
    return Unicode.Scalar(UInt32(value)) ?? "\u{FFFD}"
  }

  private mutating func digits(_ most: Int, radix: Int) -> Int {
    var value = 0
    for _ in 0..<most {
      guard let next = peek, let digit = Int(String(next), radix: radix) else { break }
      value = min(value * radix + digit, 0x11_0000)
      index += 1
    }
    return value
  }

  // MARK: Classes in brackets

  /// What stands between `[` and `]`.
  private mutating func members(depth: Int) -> ScalarSet {
    guard depth < Self.deepest else {
      _ = broken()
      return ScalarSet([])
    }
    let isInverted = take("^")
    var ranges: [ClosedRange<UInt32>] = []
    var isFirst = true
    while let next = advance() {
      if next == "]", !isFirst {
        let set = ScalarSet(ranges)
        return isInverted ? set.inverted : set
      }
      isFirst = false
      if next == "[" {
        ranges += (peek == ":" ? named() : members(depth: depth + 1)).ranges
      } else if next == "&" || next == "-", take(next) {
        return combined(ScalarSet(ranges), next, isInverted, depth)
      } else if next == "\\" {
        guard let letter = advance() else { break }
        if let set = set(escapedAs: letter) {
          ranges += set.ranges
        } else if letter == "Q" {
          while let quoted = advance() {
            if quoted == "\\", take("E") { break }
            ranges.append(quoted.value...quoted.value)
          }
        } else {
          ranges.append(range(from: letter == "b" ? "\u{08}" : scalar(escapedAs: letter)))
        }
      } else {
        ranges.append(range(from: next))
      }
      if ranges.count > Self.mostNodes { break }
    }
    _ = broken()
    return ScalarSet([])
  }

  /// `a` or `a-z`.
  private mutating func range(from first: Unicode.Scalar) -> ClosedRange<UInt32> {
    guard peek == "-", index + 1 < scalars.count else { return first.value...first.value }
    let after = scalars[index + 1]
    guard after != "]", after != "[", after != "-" else { return first.value...first.value }
    index += 2
    var last = after
    if after == "\\", let letter = advance() {
      if let set = set(escapedAs: letter) {
        return first.value...max(first.value, set.ranges.last?.upperBound ?? 0)
      }
      last = scalar(escapedAs: letter)
    }
    return first.value...max(first.value, last.value)
  }

  /// Reads the name of `[:alpha:]`.
  private mutating func named() -> ScalarSet {
    let start = index + 1
    skip(to: "]")
    guard index - 2 > start, scalars[index - 2] == ":" else { return ScalarSet([]) }
    var name = String(String.UnicodeScalarView(scalars[start..<(index - 2)]))
    let isInverted = name.hasPrefix("^")
    if isInverted { name.removeFirst() }
    let set = ScalarSet(property: name) ?? ScalarSet([])
    return isInverted ? set.inverted : set
  }

  /// `left&&right]` or `left--right]`, the sign having been read.
  private mutating func combined(
    _ left: ScalarSet, _ sign: Unicode.Scalar, _ isInverted: Bool, _ depth: Int
  ) -> ScalarSet {
    let right = members(depth: depth + 1)
    let set = left.intersection(sign == "&" ? right : right.inverted)
    return isInverted ? set.inverted : set
  }

  // MARK: Reading

  private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func advance() -> Unicode.Scalar? {
    guard index < scalars.count else { return nil }
    index += 1
    return scalars[index - 1]
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }

  private mutating func skip(to end: Unicode.Scalar) { while let next = advance(), next != end {} }

  /// Skips a space or a comment.
  private mutating func skipSpace() -> Bool {
    guard let next = peek else { return false }
    if next == "#" {
      while let skipped = advance(), skipped != "\n" {}
      return true
    }
    guard ScalarSet.spaces.contains(next) else { return false }
    index += 1
    return true
  }

  private mutating func broken() -> RegexNode {
    isBroken = true
    return .sequence([])
  }
}
