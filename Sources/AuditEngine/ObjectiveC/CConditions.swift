/// Answers which branches of `#if` are part of a release build for a device.
///
/// Three answers are needed, not two: what cannot be known leaves every branch in.
struct CConditions {
  /// One `#if` that is open.
  private struct Level {
    /// Whether what stands around it is looked at.
    var isOuterActive: Bool
    /// Whether a branch was already taken for certain.
    var isTaken: Bool
    var isActive: Bool
  }

  private let flags: Set<String>
  private var levels: [Level] = []
  /// The depth beyond which `#if` is only counted.
  private static let depthLimit = 200
  private var uncounted = 0

  init(flags: Set<String>) { self.flags = flags }

  /// Whether the code at hand stands under a condition.
  var isOpen: Bool { !levels.isEmpty }

  /// Whether the code at hand is looked at.
  var isActive: Bool { levels.last?.isActive ?? true }

  /// Takes a line of the preprocessor into account.
  mutating func apply(_ word: String, _ condition: [CToken]) {
    switch word {
    case "if", "ifdef", "ifndef":
      guard levels.count < Self.depthLimit else {
        uncounted += 1
        return
      }
      let answer: Bool?
      switch word {
      case "if": answer = holds(condition)
      case "ifdef": answer = condition.first.flatMap { isDefined($0.text) }
      default: answer = condition.first.flatMap { isDefined($0.text) }.map { !$0 }
      }
      levels.append(
        Level(isOuterActive: isActive, isTaken: answer == true, isActive: isActive && answer != false))
    case "elif", "else":
      guard uncounted == 0, var level = levels.popLast() else { return }
      let answer = word == "else" ? true : holds(condition)
      level.isActive = level.isOuterActive && !level.isTaken && answer != false
      level.isTaken = level.isTaken || answer == true
      levels.append(level)
    default:
      if uncounted > 0 { uncounted -= 1 } else { _ = levels.popLast() }
    }
  }

  // MARK: Conditions

  private func isDefined(_ name: String) -> Bool? {
    if flags.contains(name) { return true }
    return Self.debugNames.contains(name.uppercased()) ? false : nil
  }

  private func holds(_ condition: [CToken]) -> Bool? {
    guard condition.count <= 200 else { return nil }
    var parser = Parser(tokens: condition[...], conditions: self)
    let answer = parser.either(depth: 0)
    return parser.tokens.isEmpty ? answer : nil
  }

  private static let debugNames: Set = ["DEBUG", "_DEBUG", "DEBUG_MODE", "DEBUG_BUILD"]
  private static let simulators: Set = ["TARGET_OS_SIMULATOR", "TARGET_IPHONE_SIMULATOR"]

  private struct Parser {
    var tokens: ArraySlice<CToken>
    let conditions: CConditions

    mutating func either(depth: Int) -> Bool? {
      var answer = both(depth: depth)
      while take("||") {
        let right = both(depth: depth)
        answer = answer == true || right == true ? true : answer == nil || right == nil ? nil : false
      }
      return answer
    }

    private mutating func both(depth: Int) -> Bool? {
      var answer = one(depth: depth)
      while take("&&") {
        let right = one(depth: depth)
        answer = answer == false || right == false ? false : answer == nil || right == nil ? nil : true
      }
      return answer
    }

    private mutating func one(depth: Int) -> Bool? {
      guard depth < 32, let first = tokens.popFirst() else { return nil }
      if first.isSign("!") { return one(depth: depth + 1).map { !$0 } }
      if first.isSign("(") {
        let answer = either(depth: depth + 1)
        _ = take(")")
        return answer
      }
      if first.isName("defined") {
        let hasParentheses = take("(")
        let name = tokens.popFirst()?.text ?? ""
        if hasParentheses { _ = take(")") }
        return conditions.isDefined(name)
      }
      // `DEBUG == 1` asks the same as `DEBUG`.
      let isCompared = take("==")
      let wanted = isCompared ? tokens.popFirst()?.text ?? "" : "1"
      guard wanted == "1" else { return nil }
      if first.kind == .number { return first.text != "0" }
      return CConditions.simulators.contains(first.text) ? false : conditions.isDefined(first.text)
    }

    private mutating func take(_ sign: String) -> Bool {
      guard tokens.first?.isSign(sign) ?? false else { return false }
      tokens.removeFirst()
      return true
    }
  }
}
