/// The texts of the code that values may be.
///
/// What is known of a name is worked out once, and what may be too many texts is not known.
final class KnownTexts {
  private struct Place: Hashable {
    let name: String
    let function: Int?
    let isList: Bool
  }

  private let source: ObjectiveCSource
  private let uses: NameUses
  private var known: [Place: [String]?] = [:]
  private var printed: [String: [Int]?] = [:]
  private var steps = 0
  /// How many expressions are looked into for one value.
  private static let mostSteps = 100

  init(_ source: ObjectiveCSource, _ uses: NameUses) { (self.source, self.uses) = (source, uses) }

  /// Whether `range` is one of some texts that stand in the code.
  func isKnown(_ range: Range<Int>, in function: Int?) -> Bool { texts(range, in: function) != nil }

  /// The texts of the code that `range` may be; `nil` when it may be another.
  func texts(_ range: Range<Int>, in function: Int?) -> [String]? {
    steps = Self.mostSteps
    return texts(range, in: function, depth: 0)
  }

  /// Which of its arguments `format` writes as texts of any length; `nil` when it names arguments by their numbers.
  func printed(by format: String) -> [Int]? {
    if let known = printed[format] { return known }
    let places = PrintedTexts.conversions(in: format).map { letters in
      letters.indices.filter { "sS@*".contains(letters[$0]) }
    }
    printed.updateValue(places, forKey: format)
    return places
  }

  private func texts(_ range: Range<Int>, in function: Int?, depth: Int) -> [String]? {
    steps -= 1
    guard steps >= 0, depth < 8 else { return nil }
    let range = source.bare(range)
    guard !range.isEmpty, range.count <= 200 else { return nil }
    if range.count == 1 { return texts(at: range.lowerBound, in: function, depth) }
    if let branches = branches(of: range) {
      var found = TextCollection()
      for branch in branches {
        guard let texts = texts(branch, in: function, depth: depth + 1), found.add(texts) else { return nil }
      }
      return found.texts
    }
    if let text = joined(range) { return [text] }
    return entries(range, in: function) ?? message(range, in: function, depth)
  }

  private func texts(at index: Int, in function: Int?, _ depth: Int) -> [String]? {
    let token = source.tokens[index]
    if token.isString { return [token.text] }
    guard token.kind == .identifier else { return nil }
    if let define = source.define(token.text), !define.isFunction {
      return source.value(index..<(index + 1), in: function)?.string.map { [$0] }
    }
    let place = Place(name: token.text, function: function, isList: false)
    if let texts = known[place] { return texts }
    // What is made of itself is not known.
    known.updateValue(nil, forKey: place)
    let texts = given(token.text, in: function, depth)
    known.updateValue(texts, forKey: place)
    return texts
  }

  /// What `condition ? this : that` gives.
  private func branches(of range: Range<Int>) -> [Range<Int>]? {
    let parts = source.parts(of: range, by: "?")
    guard parts.count > 1 else { return nil }
    return parts.dropFirst().enumerated().flatMap { index, part in
      let branches = source.parts(of: part, by: ":")
      // What stands before the next question is its condition.
      return index + 2 < parts.count ? branches.dropLast() : branches[...]
    }
  }

  /// Literals beside each other, with macros such as `PRIu64` between them.
  private func joined(_ range: Range<Int>) -> String? {
    guard range.contains(where: { source.tokens[$0].isString }) else { return nil }
    var text = ""
    for index in range {
      let token = source.tokens[index]
      if token.isString {
        text += token.text
      } else {
        guard token.kind == .identifier, token.text.first?.isUppercase == true else { return nil }
      }
    }
    return text
  }

  /// What a message such as `[name UTF8String]` gives, when all names in it are known.
  private func message(_ range: Range<Int>, in function: Int?, _ depth: Int) -> [String]? {
    guard let text = source.value(range, in: function)?.string else { return nil }
    for index in range where source.tokens[index].kind == .identifier {
      let name = source.tokens[index].text
      let isVariable =
        function.flatMap { source.values(of: name, in: $0) } != nil || source.values(of: name, in: nil) != nil
      if isVariable, texts(index..<(index + 1), in: function, depth: depth + 1) == nil { return nil }
    }
    return [text]
  }

  // MARK: Names

  /// The entries of a list of literals: `days[today]` after `const char *days[] = {"Sun", "Mon"};`.
  private func entries(_ range: Range<Int>, in function: Int?) -> [String]? {
    let (tokens, first) = (source.tokens, range.lowerBound)
    guard range.count > 3, tokens[first].kind == .identifier, tokens[first + 1].isSign("["),
      source.partner(of: first + 1) == range.upperBound - 1
    else { return nil }
    let place = Place(name: tokens[first].text, function: function, isList: true)
    if let texts = known[place] { return texts }
    let texts = listed(tokens[first].text, in: function)
    known.updateValue(texts, forKey: place)
    return texts
  }

  private func listed(_ name: String, in function: Int?) -> [String]? {
    guard !isParameter(name, of: function) else { return nil }
    let local = function.flatMap { source.values(of: name, in: $0) }
    guard let (list, count) = local ?? source.values(of: name, in: nil), count == 1, list.type != nil,
      list.value.count <= 2_000, let open = list.value.first, source.tokens[open].isSign("{"),
      holdsConstants(list, isList: true)
    else { return nil }
    // An entry may be given another value, by this function or by whom the list is passed to.
    if let own = list.function {
      guard source.assignments(to: name, in: own, atMost: 1) != nil,
        uses.isPlain(name, in: own, assignments: 1, isList: true)
      else { return nil }
    } else {
      guard uses.isConstant(name, declaredAt: list.target.lowerBound, isList: true) else { return nil }
    }
    let inside = list.value.dropFirst().dropLast()
    guard inside.allSatisfy({ source.tokens[$0].isString || source.tokens[$0].isSign(",") }) else {
      return nil
    }
    var found = TextCollection()
    return found.add(inside.filter { source.tokens[$0].isString }.map { source.tokens[$0].text })
      ? found.texts : nil
  }

  /// What a variable is given, when each of that is known.
  private func given(_ name: String, in function: Int?, _ depth: Int) -> [String]? {
    guard !isParameter(name, of: function) else { return nil }
    if let function {
      guard let given = source.assignments(to: name, in: function, atMost: 16) else { return nil }
      if !given.isEmpty {
        guard uses.isPlain(name, in: function, assignments: given.count) else { return nil }
        var found = TextCollection()
        for assignment in given {
          guard assignment.key == nil, assignment.path.count == 1, holdsConstants(assignment, isList: false),
            let texts = texts(assignment.value, in: function, depth: depth + 1), found.add(texts)
          else { return nil }
        }
        return found.texts
      }
    }
    guard let (value, count) = source.values(of: name, in: nil), count == 1, value.type != nil,
      holdsConstants(value, isList: false), uses.isConstant(name, declaredAt: value.target.lowerBound)
    else { return nil }
    return texts(value.value, in: nil, depth: depth + 1)
  }

  private func isParameter(_ name: String, of function: Int?) -> Bool {
    function.map { uses.isParameter(name, of: $0) } ?? false
  }

  /// Whether what is declared points to literals or is constant: `char name[] = "a"` is room that can be written.
  private func holdsConstants(_ declaration: CAssignment, isList: Bool) -> Bool {
    let name = declaration.target.lowerBound
    guard declaration.target.count > 1 else { return true }
    let isPointer =
      name > 0 && (source.tokens[name - 1].isSign("*") || source.tokens[name - 1].isName("const"))
    if isList, isPointer { return true }
    var place = name - 1
    while place >= max(0, name - 16) {
      let token = source.tokens[place]
      if token.isName("const") || token.isName("constexpr") { return true }
      if token.isSign(";") || token.isSign("{") || token.isSign("}") { return false }
      place -= 1
    }
    return false
  }
}

/// Some texts, each once.
private struct TextCollection {
  private(set) var texts: [String] = []
  private var seen: Set<String> = []
  private var length = 0

  /// Adds texts; `false` when they are too many to look at all of them again and again.
  mutating func add(_ more: [String]) -> Bool {
    for text in more where seen.insert(text).inserted {
      texts.append(text)
      length += text.utf8.count
      guard texts.count <= 256, length <= 16_384 else { return false }
    }
    return true
  }
}
