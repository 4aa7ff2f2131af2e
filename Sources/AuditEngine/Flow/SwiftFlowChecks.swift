import SwiftSyntax

/// What conditions say about a value where it is used.
struct FlowCheck {
  /// The places that it cannot harm there.
  var cleaned: FlowSinkClass = []
  /// Functions and computed properties of the project that were asked about it.
  var asked: [String] = []

  var isEmpty: Bool { cleaned.isEmpty && asked.isEmpty }
}

extension SwiftFlowReader {
  /// What is known of `path`, a name or a member such as `ticket.seat`, where `node` stands.
  func check(of path: [String], before node: Syntax) -> FlowCheck {
    guard let root = path.first, !root.hasPrefix("$") else { return FlowCheck() }
    let key = CheckKey(offset: node.utf8Range.lowerBound, length: path.count)
    if let known = checked[key] { return known }
    var found = FlowCheck()
    var paths = [path]
    _ = checks.anyCondition(before: node, ifTooLong: false) { held in
      switch held {
      case .attempt(let call): FlowCheckFinder.read(attempt: call, paths, &found)
      case .condition(let condition, let isRefused):
        guard source.flowBudget.spend(8 + condition.utf8Range.count / 16) else {
          found.cleaned = .all
          return true
        }
        let finder = FlowCheckFinder(paths, condition, isRefused: isRefused, source)
        finder.walk(condition)
        found.cleaned.formUnion(finder.found.cleaned)
        found.asked += finder.found.asked.prefix(4 - min(4, found.asked.count))
        if finder.isPrefixed, isResolved(root, condition, node) { found.cleaned.insert(.path) }
        if let other = finder.alias { paths.append([other]) }
      }
      return found.cleaned == .all
    }
    checked[key] = found
    return found
  }

  /// Whether `..` was taken out of the value of `name` before its beginning was compared.
  private func isResolved(_ name: String, _ condition: Syntax, _ node: Syntax) -> Bool {
    if Self.resolves(condition) { return true }
    let scope = facts.innermost(at: node.utf8Range.lowerBound, within: .file)
    guard let value = source.binding(named: name, from: scope)?.value else { return false }
    return Self.resolves(Syntax(value))
  }

  private static func resolves(_ node: Syntax) -> Bool {
    node.tokens(viewMode: .sourceAccurate).prefix(400).contains { resolving.contains($0.text) }
  }

  private static let resolving: Set = [
    "standardized", "standardizedFileURL", "standardizingPath", "resolvingSymlinksInPath", "standardize",
    "resolveSymlinksInPath", "canonicalPath", "canonicalPathKey", "realpath", "lexicallyNormalized",
    "lexicallyNormalize",
  ]

  struct CheckKey: Hashable {
    let offset: Int
    let length: Int
  }
}

/// Looks for what a condition asks about a value.
final class FlowCheckFinder: SyntaxVisitor {
  private let paths: [[String]]
  private let source: SwiftSource
  /// Whether the code is reached when the condition does not hold.
  private let isRefused: Bool
  /// Whether the condition names what is wrong, so that code behind it is reached by what is right.
  private let isNegative: Bool
  /// Whether the condition gives something a name: what looks for a place in a text then takes it apart.
  private let isBinding: Bool
  private(set) var found = FlowCheck()
  /// Whether the beginning of the value is compared with something that the code works out.
  private(set) var isPrefixed = false
  /// Another name that the condition gives to the whole of the value: `let host = url.host`.
  private(set) var alias: String?

  init(_ paths: [[String]], _ condition: Syntax, isRefused: Bool, _ source: SwiftSource) {
    (self.paths, self.isRefused, self.source) = (paths, isRefused, source)
    isBinding = condition.is(OptionalBindingConditionSyntax.self)
    isNegative = isRefused && Self.isNegative(condition)
    super.init(viewMode: .sourceAccurate)
  }

  private static func isNegative(_ condition: Syntax) -> Bool {
    var previous = ""
    for token in condition.tokens(viewMode: .sourceAccurate).prefix(200) {
      let text = token.text
      if text == "!" && token.tokenKind != .exclamationMark || text == "!=" { return true }
      if previous == "==", text == "nil" || text == "false" { return true }
      previous = text
    }
    return false
  }

  /// Whether what the condition compares decides about the code.
  private var decides: Bool { !isRefused || isNegative }

  /// Looks at `try validate(name)`.
  static func read(attempt call: Call, _ paths: [[String]], _ found: inout FlowCheck) {
    let roots = Set(paths.compactMap(\.first))
    guard call.arguments.contains(where: { NameFlow.use(of: roots, in: $0.value) != nil }) else { return }
    if Words.of(call.name).contains(where: Sanitizers.checks.contains) {
      found.cleaned = .all
    } else if found.asked.count < 4 {
      found.asked.append(call.name)
    }
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.initializer?.value, isWhole(value), NamePath.of(value).count > 1,
      let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    {
      alias = name
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let call = Call(node, scope: .file) else { return .skipChildren }
    let isReceiver = call.receiver.map(uses) ?? false
    let argument = call.arguments.first { uses($0.value) }?.value
    guard isReceiver || argument != nil else { return .visitChildren }
    read(call, isReceiver: isReceiver, argument)
    return .visitChildren
  }

  private func read(_ call: Call, isReceiver: Bool, _ argument: ExprSyntax?) {
    if Words.of(call.name).contains(where: Sanitizers.checks.contains) {
      if decides { found.cleaned = .all }
      return
    }
    guard Sanitizers.comparisons.contains(call.name) || Self.others.contains(call.name) else {
      if decides, !isBinding, found.asked.count < 4, call.name.first?.isLowercase == true {
        found.asked.append(call.name)
      }
      return
    }
    if isBinding, Sanitizers.searches.contains(call.name) { return }
    let isRoute = argument.map(self.isRoute) ?? call.receiver.map(self.isRoute) ?? false
    switch call.name {
    case "hasPrefix", "hasSuffix", "starts":
      guard isReceiver else { return }
      if decides, !isRoute { found.cleaned.insert(.link) }
      if decides, call.name != "hasSuffix",
        call.arguments.first?.value.is(StringLiteralExprSyntax.self) != true
      {
        isPrefixed = true
      }
    case "contains", "range", "firstRange", "firstIndex":
      let text = call.arguments.first?.value.as(StringLiteralExprSyntax.self)?.knownText
      if isReceiver, let text, !call.node.trimmedDescription.contains("regularExpression") {
        found.cleaned.formUnion(FlowPasses.cleaned(byReplacing: text))
        if text.contains("..") || text == "/" { found.cleaned.insert(.path) }
      } else if isReceiver, argument == nil {
        // A closure, a set of characters or a pattern looks at every part; another text does not.
        let first = call.arguments.first
        let isText = first.map { $0.label == nil && NamePath.of($0.value).count == 1 } ?? false
        if !isText, !isRoute { found.cleaned = .all }
      } else if let argument {
        let denies = call.receiver.map(names).map { !$0.isDisjoint(with: Self.denials) } ?? false
        guard decides || denies else { return }
        if !self.isRoute(argument) {
          found.cleaned = .all
        } else if NamePath.last(of: argument) == "scheme" {
          found.cleaned.insert(.link)
        }
      }
    default:
      if decides, !isRoute { found.cleaned = .all }
    }
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.declName.baseName.text
    guard decides, let base = node.base, found.asked.count < 4, isWhole(base),
      node.parent?.is(FunctionCallExprSyntax.self) != true,
      ["is", "has", "can", "should", "allows", "accepts", "may", "belongs"].contains(
        Words.of(name).first ?? ""),
      !Sanitizers.members.contains(name)
    else { return .visitChildren }
    if Words.of(name).contains(where: Sanitizers.checks.contains) {
      found.cleaned = .all
    } else {
      found.asked.append(name)
    }
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node.elements)
    for index in parts.indices.dropFirst().dropLast() {
      guard let operation = SequenceParts.operation(parts[index]) else { continue }
      let sides = [parts[index - 1], parts[index + 1]]
      if ["<", "<=", ">", ">="].contains(operation) {
        let isSize = sides.contains { NamePath.last(of: $0) == "count" && uses($0) }
        if isSize { found.cleaned.insert(.inflation) }
        continue
      }
      guard ["==", "!=", "~="].contains(operation),
        !sides.contains(where: { $0.is(NilLiteralExprSyntax.self) || $0.is(IntegerLiteralExprSyntax.self) }),
        let side = sides.first(where: isWhole)
      else { continue }
      if isRoute(side) {
        // Only links of one kind are opened.
        if decides, NamePath.last(of: side) == "scheme" { found.cleaned.insert(.link) }
      } else if decides || operation == "!=" {
        found.cleaned = .all
      } else if let text = sides.compactMap({ $0.as(StringLiteralExprSyntax.self)?.knownText }).first {
        found.cleaned.formUnion(FlowPasses.cleaned(byReplacing: text))
      }
    }
    return .visitChildren
  }

  // MARK: Parts of values

  private func uses(_ expression: ExprSyntax) -> Bool {
    paths.contains { path in
      if path.count == 1, NameFlow.use(of: [path[0]], in: expression) != nil {
        return isNotOther(expression, path[0])
      }
      let text = path.joined(separator: ".")
      let description = expression.trimmedDescription.replacing("?", with: "")
      return path.count == 1 ? description.contains("self." + text) : description.contains(text)
    }
  }

  /// Whether `expression` is no member of the value that says nothing about the rest of it: `message.kind`.
  private func isNotOther(_ expression: ExprSyntax, _ name: String) -> Bool {
    let names = NamePath.of(expression)
    return names.first != name || names.dropFirst().allSatisfy(Self.wholes.contains)
  }

  /// Whether `expression` is the value, or a member that stands for the whole of it.
  private func isWhole(_ expression: ExprSyntax) -> Bool {
    var expression = expression
    while let call = Call(expression, scope: .file), let receiver = call.receiver,
      Self.wholes.contains(call.name)
    {
      expression = receiver
    }
    var names = NamePath.of(expression)
    if names.first == "self", names.count > 1 { names.removeFirst() }
    return paths.contains { path in
      names.starts(with: path) && names.dropFirst(path.count).allSatisfy(Self.wholes.contains)
    }
  }

  private func names(_ expression: ExprSyntax) -> Set<String> {
    Set(NamePath.of(expression).flatMap(Words.of))
  }

  /// `link.scheme` says which kind of link it is, not what it carries.
  private func isRoute(_ expression: ExprSyntax) -> Bool {
    var expression = expression
    while let inner = NamePath.unwrapped(expression) { expression = inner }
    guard let member = expression.as(MemberAccessExprSyntax.self) else { return false }
    let names = NamePath.of(expression)
    // `ticket.name` is the value itself where that is asked about.
    return Sanitizers.routes.contains(member.declName.baseName.text)
      && !paths.contains { $0.count > 1 && $0 == names || ["self"] + $0 == names }
  }

  private static let others: Set = ["rangeOfCharacter", "firstIndex", "isDisjoint"]
  private static let denials: Set = [
    "block", "blocked", "deny", "denied", "forbidden", "illegal", "invalid", "reserved", "bad", "unsafe",
    "disallowed", "banned", "dangerous",
  ]
  /// Members that stand for the whole of a value.
  private static let wholes: Set = [
    "host", "absoluteString", "lowercased", "uppercased", "description", "rawValue", "standardized",
    "standardizedFileURL", "path", "value", "utf8", "unicodeScalars", "pathComponents", "string", "text",
    "origin", "trimmingCharacters", "resolvingSymlinksInPath", "wrappedValue", "body", "url", "scheme",
    "lastPathComponent", "pathExtension", "query", "fragment", "absoluteURL", "self", "standardizingPath",
    "count",
  ]
}

extension SwiftFlowReader {
  /// The places that a value cannot harm of which `function` says, or else throws, that it may be used.
  func accepted(by function: Function) -> FlowSinkClass {
    let type =
      function.returnType.flatMap(FlowTypes.name)
      ?? (function.parameters == nil ? declaredType(of: function) : nil)
    guard type == "Bool" || type == nil && function.parameters?.isEmpty == false else { return [] }
    if type == nil,
      !function.body.tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .keyword(.throw) })
    {
      return []
    }
    let finder = AcceptanceFinder(viewMode: .sourceAccurate)
    finder.walk(function.body)
    return finder.found
  }
}

/// Looks for what a function that answers a question compares.
private final class AcceptanceFinder: SyntaxVisitor {
  private(set) var found: FlowSinkClass = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let call = Call(node, scope: .file), Sanitizers.comparisons.contains(call.name) else {
      return .visitChildren
    }
    switch call.name {
    case "hasPrefix", "hasSuffix", "starts": found.insert(.link)
    case "contains", "range":
      guard let text = call.arguments.first?.value.as(StringLiteralExprSyntax.self)?.knownText else {
        fallthrough
      }
      found.formUnion(FlowPasses.cleaned(byReplacing: text))
    default: found = .all
    }
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node.elements)
    for index in parts.indices.dropFirst().dropLast() where SequenceParts.operation(parts[index]) == "==" {
      let sides = [parts[index - 1], parts[index + 1]]
      let names = sides.compactMap(NamePath.last)
      // Which kind of link it is says nothing about what it carries.
      guard sides.contains(where: { $0.as(StringLiteralExprSyntax.self)?.knownText?.isEmpty == false }),
        !names.contains(where: Sanitizers.routes.contains)
      else { continue }
      found = .all
    }
    return .visitChildren
  }
}
