/// Conditions of a file after which names hold what is allowed.
final class ObjectiveCFlowChecks {
  private struct Gate {
    let range: Range<Int>
    let cleaned: FlowSinkClass
  }

  /// Names that a question is about; `isOne` says that only the answer yes makes them harmless: they are one of
  /// those that are allowed.
  private typealias Answer = (names: Set<String>, cleaned: FlowSinkClass, isOne: Bool)

  private let source: ObjectiveCSource
  private let scopes: ObjectiveCFlowScopes
  private var gates: [ObjectiveCFlowScopes.Name: [Gate]] = [:]
  private let tokens: [CToken]
  /// What messages say about names, by their first token.
  private var answers: [Int: [Answer]] = [:]
  private var steps = 0

  private static let maximumSteps = 4_000_000
  private static let maximumGates = 64
  private static let maximumCondition = 300

  init(_ source: ObjectiveCSource, _ scopes: ObjectiveCFlowScopes) {
    (self.source, self.scopes, tokens) = (source, scopes, source.tokens)
    guard source.names.contains("if") else { return }
    for (number, function) in source.functions.enumerated() {
      for index in function.body where tokens[index].isName("if") { read(at: index, number) }
    }
  }

  /// Whether there were more conditions than are looked at.
  var isCutShort: Bool { steps >= Self.maximumSteps }

  private func spend(_ count: Int) -> Bool {
    steps += count
    return !isCutShort
  }

  /// The places that `name` cannot harm at one of two places.
  func cleaned(_ name: String, in function: Int?, at index: Int, and use: Int) -> FlowSinkClass {
    guard let known = gates[ObjectiveCFlowScopes.Name(text: ObjectiveCSource.plain(name), function: function)]
    else {
      return []
    }
    return known.reduce(into: []) { cleaned, gate in
      if gate.range.contains(index) || gate.range.contains(use) { cleaned.formUnion(gate.cleaned) }
    }
  }

  private func read(at index: Int, _ function: Int) {
    guard index + 1 < tokens.count, tokens[index + 1].isSign("("), let close = source.partner(of: index + 1),
      close - index < Self.maximumCondition, close + 1 < tokens.count
    else { return }
    let condition = (index + 2)..<close
    let asked = asked(in: condition, function)
    guard !asked.isEmpty else { return }
    let body = statement(at: close + 1)
    guard !body.isEmpty else { return }
    let isNegated = tokens[condition].contains { Self.negations.contains($0.text) && !$0.isString }
    var (inside, behind) = ([body], [Range<Int>]())
    if body.upperBound < tokens.count, tokens[body.upperBound].isName("else") {
      if isNegated { inside.append(statement(at: body.upperBound + 1)) }
    } else if leaves(body) {
      behind.append(body.upperBound..<max(body.upperBound, scopes.end(ofBraceAround: index)))
    }
    // Who leaves because a value is one of those known goes on with all others.
    let left = isNegated || behind.isEmpty ? asked : self.asked(in: condition, function, forOthers: true)
    for (ranges, asked) in [(inside, asked), (behind, left)] {
      for (name, cleaned) in asked {
        for range in ranges {
          let key = ObjectiveCFlowScopes.Name(text: name, function: function)
          guard gates[key, default: []].count < Self.maximumGates else { continue }
          gates[key, default: []].append(Gate(range: range, cleaned: cleaned))
        }
      }
    }
  }

  private static let negations: Set = [
    "!", "!=", "NSNotFound", "NO", "nil", "NULL", "false", "FALSE", "0",
  ]

  /// The statement that begins at `start`, braces included.
  private func statement(at start: Int) -> Range<Int> {
    guard start < tokens.count else { return start..<start }
    if tokens[start].isSign("{") { return start..<((source.partner(of: start) ?? start) + 1) }
    var index = start
    while index < tokens.count, !tokens[index].isSign(";"), index - start < 2_000, spend(1) {
      index = max(index, source.partner(of: index) ?? index) + 1
    }
    return start..<min(tokens.count, index + 1)
  }

  /// Whether nothing behind the statement is reached from it.
  private func leaves(_ body: Range<Int>) -> Bool {
    var (index, last) = (body.lowerBound, body.lowerBound)
    if tokens[index].isSign("{") {
      index += 1
      last = index
    }
    while index < body.upperBound {
      if tokens[index].isSign(";"), index + 2 < body.upperBound {
        last = index + 1
      } else if let close = source.partner(of: index), close > index {
        let isBlock = tokens[index].isSign("{")
        index = close
        if isBlock, index + 2 < body.upperBound { last = index + 1 }
      }
      index += 1
    }
    return last < body.upperBound && Self.leaving.contains(tokens[last].text)
  }

  private static let leaving: Set = [
    "return", "break", "continue", "goto", "throw", "@throw", "exit", "abort", "co_return",
  ]

  // MARK: Questions

  /// The names that a condition asks about, with the places that they cannot harm when the answer is right.
  ///
  /// With `forOthers`, what is one of those that are allowed does not count.
  func asked(in range: Range<Int>, _ function: Int?, forOthers: Bool = false) -> [String: FlowSinkClass] {
    var found: [String: FlowSinkClass] = [:]
    guard range.count < Self.maximumCondition, spend(range.count) else { return found }
    func add(_ names: Set<String>, _ cleaned: FlowSinkClass, _ isOne: Bool = false) {
      guard !cleaned.isEmpty, !(isOne && forOthers), spend(names.count) else { return }
      for name in names { found[name, default: []].formUnion(cleaned) }
    }
    var index = range.lowerBound
    while index < range.upperBound {
      let token = tokens[index]
      if token.isSign("["), let close = source.partner(of: index), close < range.upperBound,
        let message = source.message(at: index..<(close + 1))
      {
        for answer in answers(to: message, function) { add(answer.names, answer.cleaned, answer.isOne) }
      } else if token.kind == .identifier, index + 1 < range.upperBound, tokens[index + 1].isSign("("),
        let close = source.partner(of: index + 1)
      {
        let inside = (index + 2)..<max(index + 2, min(close, range.upperBound))
        if Self.functions.contains(token.text) {
          add(names(in: inside), .all)
        } else if Words.of(token.text).contains(where: Sanitizers.checks.contains) {
          add(names(in: inside), .all)
        }
      } else if token.kind == .identifier, let value = answer(index, function) {
        if let message = source.message(at: source.bare(value)) {
          for answer in answers(to: message, function) { add(answer.names, answer.cleaned, answer.isOne) }
        } else if value.count < 60, let start = value.first,
          tokens[start].isSign("[") || tokens[start].isSign("!")
        {
          for inner in value where tokens[inner].isSign("[") {
            guard let close = source.partner(of: inner), let message = source.message(at: inner..<(close + 1))
            else {
              continue
            }
            for answer in answers(to: message, function) { add(answer.names, answer.cleaned) }
          }
        }
      }
      index += 1
    }
    for index in range.dropFirst().dropLast() where tokens[index].isSign(".") {
      // `link.isKnown`, `name.isValid`
      let (owner, member) = (ObjectiveCSource.plain(tokens[index - 1].text), tokens[index + 1].text)
      guard tokens[index - 1].kind == .identifier else { continue }
      if Words.of(member).contains(where: Sanitizers.checks.contains) {
        add([owner], .all)
      } else if member.hasPrefix("is"), member.dropFirst(2).first?.isUppercase == true, member != "isFileURL"
      {
        add([owner], .link)
      }
    }
    if let function, tokens[range].contains(where: { $0.text.hasSuffix("avigationType") }) {
      add(Set(source.functions[function].parameters.map(\.name)), .link)
    }
    compare(range) { add($0, $1, true) }
    return found
  }

  /// What the name at `index` was given, when it is an answer: `BOOL`, `NSRange`, `NSTextCheckingResult`.
  private func answer(_ index: Int, _ function: Int?) -> Range<Int>? {
    let name = tokens[index].text
    guard let type = scopes.types[ObjectiveCFlowScopes.Name(text: name, function: function)],
      Self.answers.contains(type),
      case .expression(let value)? = scopes.reaching(name, in: function, before: index).events.first?.value,
      value.upperBound <= index
    else { return nil }
    return value
  }

  private static let answers: Set = [
    "BOOL", "bool", "NSTextCheckingResult", "NSRange", "NSUInteger", "NSInteger", "Boolean", "int",
  ]
  private static let functions: Set = [
    "strcmp", "strncmp", "strcasecmp", "strstr", "strchr", "strpbrk", "strspn", "regexec", "memcmp",
    "fnmatch",
  ]

  private func answers(to message: MessageSend, _ function: Int?) -> [Answer] {
    let start = message.tokens.lowerBound
    if let known = answers[start] { return known }
    guard spend(min(message.tokens.count, 500)) else { return [] }
    let found = look(at: message, function)
    answers[start] = found
    return found
  }

  private func look(at message: MessageSend, _ function: Int?) -> [Answer] {
    var found: [Answer] = []
    func add(_ names: Set<String>, _ cleaned: FlowSinkClass, isOne: Bool = false) {
      found.append((names, cleaned, isOne))
    }
    let name = String(message.selector.prefix { $0 != ":" })
    let arguments = message.arguments.prefix(8).reduce(into: Set<String>()) { $0.formUnion(names(in: $1)) }
    let isSearch = tokens[message.tokens].prefix(400).contains { $0.text == "NSRegularExpressionSearch" }
    let receiver = names(in: message.receiver)
    let isRoute = isRoute(message.receiver)
    switch name {
    case "hasPrefix":
      let isResolved = isResolved(message.receiver, function)
      add(receiver, isResolved ? [.path, .link] : [.link])
    case "hasSuffix": add(receiver, .link)
    case "containsString", "rangeOfString", "localizedCaseInsensitiveContainsString":
      if let text = message.arguments.first.flatMap({ source.value($0, in: function)?.string }) {
        add(receiver, FlowPasses.cleaned(byReplacing: text))
      } else {
        add(arguments, .all)
      }
      if isSearch { add(receiver, .all) }
    case "isEqual", "isEqualToString", "caseInsensitiveCompare", "compare", "localizedCaseInsensitiveCompare":
      // What is not empty may still be anything.
      if let other = message.arguments.first,
        tokens[other].prefix(8).contains(where: { $0.isName("NSNull") || $0.isString && $0.text.isEmpty })
      {
        return []
      }
      add(receiver, isRoute ? .link : .all, isOne: true)
      let isOther = message.arguments.first.map { self.isRoute($0) } ?? false
      add(arguments, isOther ? .link : .all, isOne: true)
    case "containsObject", "firstMatchInString", "numberOfMatchesInString", "matchesInString",
      "evaluateWithObject",
      "rangeOfFirstMatchInString", "member", "indexOfObject", "characterIsMember", "isEqualToData":
      let isOther = message.arguments.first.map { self.isRoute($0) } ?? false
      let isOne = ["containsObject", "member", "indexOfObject", "isEqualToData"].contains(name)
      add(arguments, isOther ? .link : .all, isOne: isOne)
      // `[[path pathComponents] containsObject:@".."]`
      if name == "containsObject",
        let text = message.arguments.first.flatMap({ source.value($0, in: function)?.string })
      {
        add(receiver, text.contains("..") ? .path : [])
      }
    case "rangeOfCharacterFromSet", "isSubsetOfSet", "isSupersetOfSet", "isSubsetOfOrderedSet":
      add(receiver.union(arguments), .all)
    default:
      // `[WKWebView handlesURLScheme:link.scheme]`
      for argument in message.arguments.prefix(8) where self.isRoute(argument) {
        add(names(in: argument), .link)
      }
      let words = message.selector.prefix(1_000).split(separator: ":").flatMap { Words.of(String($0)) }
      guard words.contains(where: Sanitizers.checks.contains) else { break }
      add(arguments.isEmpty ? receiver : arguments, .all)
    }
    return found
  }

  /// Looks at `name == other`.
  private func compare(_ range: Range<Int>, _ add: (Set<String>, FlowSinkClass) -> Void) {
    for index in range.dropFirst().dropLast() where tokens[index].isSign("==") || tokens[index].isSign("!=") {
      let (before, after) = (tokens[index - 1], tokens[index + 1])
      if before.kind == .identifier, index - 3 >= range.lowerBound, tokens[index - 2].isSign(".") {
        // The kind of a navigation says that the user chose the link.
        if before.isName("navigationType") { add(names(in: (index - 3)..<index), .link) }
        continue
      }
      guard before.kind == .identifier, after.kind == .identifier || after.isString else { continue }
      guard !Self.plain.contains(before.text), !Self.plain.contains(after.text), !after.text.isEmpty,
        after.text.first?.isUppercase != true
      else { continue }
      add([ObjectiveCSource.plain(before.text), ObjectiveCSource.plain(after.text)], .all)
    }
  }

  private static let plain: Set = [
    "nil", "NULL", "YES", "NO", "NSNotFound", "Nil", "true", "false", "length", "count",
  ]

  /// Whether `..` was taken out of the path.
  private func isResolved(_ range: Range<Int>, _ function: Int?) -> Bool {
    let names: Set = [
      "stringByStandardizingPath", "URLByStandardizingPath", "stringByResolvingSymlinksInPath",
      "standardizedURL",
      "URLByResolvingSymlinksInPath", "realpath",
    ]
    if tokens[range].prefix(64).contains(where: { names.contains($0.text) }) { return true }
    for index in range.prefix(16) where tokens[index].kind == .identifier {
      for event in scopes.reaching(tokens[index].text, in: function, before: index).events.prefix(4) {
        if case .expression(let value) = event.value,
          tokens[value].prefix(64).contains(where: { names.contains($0.text) })
        {
          return true
        }
      }
    }
    return false
  }

  /// `link.scheme` says which kind of link it is, not what it carries.
  private func isRoute(_ range: Range<Int>, _ depth: Int = 0) -> Bool {
    guard depth < 8 else { return false }
    let range = source.bare(range)
    if let message = source.message(at: range) {
      return message.arguments.isEmpty
        && (Sanitizers.routes.contains(message.selector) || Self.routes.contains(message.selector)
          || message.selector == "lowercaseString" && isRoute(message.receiver, depth + 1))
    }
    guard range.count > 2, let last = range.last, tokens[last - 1].isSign(".") else { return false }
    if tokens[last].isName("lowercaseString") {
      return isRoute(range.lowerBound..<(last - 1), depth + 1)
    }
    return Sanitizers.routes.contains(tokens[last].text) || Self.routes.contains(tokens[last].text)
  }

  private static let routes: Set = ["host", "query", "fragment", "navigationType", "pathExtension"]

  /// The names in `range` that hold values.
  private func names(in range: Range<Int>) -> Set<String> {
    var found: Set<String> = []
    for index in range.prefix(64) where tokens[index].kind == .identifier {
      if index > range.lowerBound, tokens[index - 1].isSign(".") || tokens[index - 1].isSign("->") {
        guard index > 1, tokens[index - 2].isName("self") else { continue }
      }
      if index + 1 < range.upperBound, tokens[index + 1].isSign(":") || tokens[index + 1].isSign("(") {
        continue
      }
      let name = ObjectiveCSource.plain(tokens[index].text)
      guard name != "self", name.first?.isUppercase != true else { continue }
      found.insert(name)
    }
    return found
  }
}
