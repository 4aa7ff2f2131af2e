import AuditEngine
import SwiftSyntax

/// A place in Swift at which a text is compared with a regular expression.
struct RegexUse: Sendable {
  /// What is done with the pattern.
  enum Manner: Sendable {
    /// The whole text has to match.
    case whole
    /// A match has to begin where the text does.
    case prefix
    /// A match may stand anywhere.
    case search
    /// What matches is replaced.
    case replacement
    /// The text is divided, or what is done is not known.
    case other
    /// A constant that reads like a pattern and is used elsewhere.
    case constant
  }

  /// The pattern as it is handed over.
  let pattern: ExprSyntax
  /// Where it stands.
  let scope: ScopeID
  /// The options that are written beside it.
  let options: RegexPattern.Options
  /// Whether the characters of the pattern stand for themselves.
  let isLiteral: Bool
  /// What is done with it.
  let manner: Manner
  /// The text that is compared; `nil` when the pattern is only made here.
  let subject: (value: ExprSyntax, scope: ScopeID)?
  /// The call that compares, or that makes the pattern; `nil` for a constant.
  let call: Call?

  /// A pattern whose text is known.
  struct Known {
    let text: String
    /// The bytes of the literal, or of what stands for it.
    let range: Range<Int>
    /// The bytes of the repetition in a pattern of RegexBuilder.
    var repetition: Range<Int>?
  }

  /// All of a file.
  static func all(in source: SwiftSource) -> [RegexUse] {
    source.once(all: RegexUse.self) {
      var uses = comparisons(in: source) + replacements(in: source) + predicates(in: source)
      let known = Set(uses.map { $0.pattern.utf8Range })
      for call in source.facts.calls("NSRegularExpression") + source.facts.calls("Regex") {
        guard let pattern = pattern(of: call), !known.contains(pattern.utf8Range) else { continue }
        uses.append(made(by: call, pattern, .other, nil, at: call, source))
      }
      return uses + constants(in: source, without: Set(uses.flatMap { $0.known(source) }.map(\.range)))
    }
  }

  /// The literals outside of functions that can hardly be anything but patterns, for code of other files.
  private static func constants(in source: SwiftSource, without known: Set<Range<Int>>) -> [RegexUse] {
    var uses: [RegexUse] = []
    func add(_ value: ExprSyntax, _ scope: ScopeID) {
      guard !known.contains(value.utf8Range), uses.count < 1_000 else { return }
      uses.append(
        RegexUse(
          pattern: value, scope: scope, options: [], isLiteral: false, manner: .constant, subject: nil,
          call: nil))
    }
    for fact in source.facts.strings where source.facts.enclosing(.function, of: fact.scope) == nil {
      guard let text = fact.node.knownText, isPattern(text) else { continue }
      // The argument of a function such as `contains` is compared as it is.
      if let argument = fact.node.parent?.as(LabeledExprSyntax.self),
        let node = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
        Call(node, scope: fact.scope)?.name.first?.isLowercase == true
      {
        continue
      }
      add(ExprSyntax(fact.node), fact.scope)
    }
    for binding in source.facts.bindings where source.facts.enclosing(.function, of: binding.scope) == nil {
      guard let value = binding.value, value.is(RegexLiteralExprSyntax.self) else { continue }
      add(value, binding.scope)
    }
    return uses
  }

  /// Whether signs of a pattern stand in `text` that other texts hardly have.
  static func isPattern(_ text: String) -> Bool {
    guard text.utf8.count < 2_000, text.utf8.contains(where: { signs.contains($0) }) else { return false }
    return text.hasPrefix("^") || ["\\.", "[^", ".*", ")+", ")*", "|"].contains { text.contains($0) }
  }

  private static let signs = Set("^\\*+|".utf8)

  /// The names without which a file compares nothing with a pattern.
  static let triggers: Set<String> = [
    "NSRegularExpression", "Regex", "NSPredicate", "firstMatch", "wholeMatch", "prefixMatch", "matches",
    "ranges", "firstRange", "replacing", "replace", "trimmingPrefix", "regularExpression",
    "contains",
  ]

  /// The texts of the pattern with the literals they are written in.
  ///
  /// Parts that are known only when the program runs are one character that no pattern holds.
  func known(_ source: SwiftSource) -> [Known] {
    source.elements(of: pattern, in: scope).compactMap { origin in
      if let literal = origin.expression.as(RegexLiteralExprSyntax.self) {
        return Known(text: literal.regex.text, range: literal.utf8Range)
      }
      if let call = Call(origin.expression, scope: origin.scope), call.name == "Regex",
        let closure = call.closures.first?.closure
      {
        return Known(
          text: RegexBuilderText.pattern(of: closure), range: call.node.calledExpression.utf8Range,
          repetition: RegexBuilderText.repetition(in: closure)?.utf8Range)
      }
      let text: String
      switch source.fold(origin.expression, in: origin.scope) {
      case .string(let known): text = known
      case .template(let parts):
        text = parts.reduce(into: "") {
          if case .text(let part) = $1 { $0 += part } else { $0 += Self.hole }
        }
      default: return nil
      }
      return Known(text: text, range: origin.expression.utf8Range)
    }
  }

  /// What stands for a part of a pattern that is not known.
  static let hole = "\u{F8FF}"

  // MARK: NSRegularExpression and Regex

  private static let manners: [String: Manner] = [
    "firstMatch": .search, "wholeMatch": .whole, "prefixMatch": .prefix, "matches": .search,
    "ranges": .search,
    "firstRange": .search, "contains": .search, "replacing": .replacement, "replace": .replacement,
    "trimmingPrefix": .other, "starts": .prefix, "numberOfMatches": .search, "enumerateMatches": .search,
    "rangeOfFirstMatch": .search, "stringByReplacingMatches": .replacement, "replaceMatches": .replacement,
    "split": .other,
  ]

  /// Calls of one argument `in:` on the pattern, or of one that is the pattern on the text.
  private static func comparisons(in source: SwiftSource) -> [RegexUse] {
    source.facts.calls(named: { manners[$0] != nil }).flatMap { call -> [RegexUse] in
      guard let manner = manners[call.name] else { return [] }
      if let text = call.argument("in"), let receiver = call.receiver {
        return resolved(receiver, call, source).map {
          use(of: $0, manner, (text, call.scope), at: call, source)
        }
      }
      guard let argument = call.arguments.first, [nil, "of", "with", "separator"].contains(argument.label)
      else { return [] }
      return resolved(argument.value, call, source).map { regex in
        use(of: regex, manner, call.receiver.map { ($0, call.scope) }, at: call, source)
      }
    }
  }

  /// What makes the pattern that `expression` is: a literal, or a call of `Regex` or `NSRegularExpression`.
  private static func resolved(_ expression: ExprSyntax, _ call: Call, _ source: SwiftSource) -> [ValueOrigin]
  {
    source.elements(of: expression, in: call.scope).filter { origin in
      var value = origin.expression
      for _ in 0..<4 {
        if value.is(RegexLiteralExprSyntax.self) { return true }
        guard let made = Call(value, scope: origin.scope) else { return false }
        if made.name == "NSRegularExpression" || made.name == "Regex" { return pattern(of: made) != nil }
        guard optionCalls[made.name] != nil, let inner = made.receiver else { return false }
        value = inner
      }
      return false
    }
  }

  private static func use(
    of origin: ValueOrigin, _ manner: Manner, _ subject: (ExprSyntax, ScopeID)?, at call: Call,
    _ source: SwiftSource
  ) -> RegexUse {
    var options: RegexPattern.Options = []
    var value = origin.expression
    while let made = Call(value, scope: origin.scope) {
      if let pattern = pattern(of: made) {
        var use = RegexUse.made(by: made, pattern, manner, subject, at: call, source)
        use = RegexUse(
          pattern: pattern, scope: made.scope, options: use.options.union(options), isLiteral: use.isLiteral,
          manner: manner, subject: subject, call: call)
        return use
      }
      if let option = optionCalls[made.name] { options.insert(option) }
      guard let inner = made.receiver else { break }
      value = inner
    }
    if let literal = value.as(RegexLiteralExprSyntax.self), literal.openingPounds != nil,
      literal.regex.text.contains("\n")
    {
      options.insert(.isExtended)
    }
    return RegexUse(
      pattern: value, scope: origin.scope, options: options, isLiteral: false, manner: manner,
      subject: subject, call: call)
  }

  private static func made(
    by made: Call, _ pattern: ExprSyntax, _ manner: Manner, _ subject: (ExprSyntax, ScopeID)?, at call: Call,
    _ source: SwiftSource
  ) -> RegexUse {
    let names = made.argument("options").map { optionNames($0, made.scope, source) } ?? []
    return RegexUse(
      pattern: pattern, scope: made.scope, options: options(names),
      isLiteral: names.contains("ignoreMetacharacters"), manner: manner, subject: subject, call: call)
  }

  /// The pattern that a call of `NSRegularExpression` or `Regex` is given.
  static func pattern(of call: Call) -> ExprSyntax? {
    switch call.name {
    case "NSRegularExpression": return call.argument("pattern")
    case "Regex":
      if call.arguments.isEmpty, !call.closures.isEmpty { return ExprSyntax(call.node) }
      guard let argument = call.arguments.first, argument.label == nil else { return nil }
      return argument.value
    default: return nil
    }
  }

  private static let optionCalls: [String: RegexPattern.Options] = [
    "ignoresCase": .ignoresCase, "dotMatchesNewlines": .dotMatchesLineEnds,
    "anchorsMatchLineEndings": .anchorsMatchLines, "asciiOnlyDigits": [], "asciiOnlyWordCharacters": [],
    "asciiOnlyWhitespace": [], "asciiOnlyCharacterClasses": [], "wordBoundaryKind": [],
    "matchingSemantics": [], "repetitionBehavior": [],
  ]

  private static func options(_ names: Set<String>) -> RegexPattern.Options {
    var options: RegexPattern.Options = []
    if names.contains("caseInsensitive") { options.insert(.ignoresCase) }
    if names.contains("dotMatchesLineSeparators") { options.insert(.dotMatchesLineEnds) }
    if names.contains("allowCommentsAndWhitespace") { options.insert(.isExtended) }
    if names.contains("anchorsMatchLines") { options.insert(.anchorsMatchLines) }
    return options
  }

  /// The names in an argument for options, through a constant.
  private static func optionNames(
    _ argument: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource
  ) -> Set<String> {
    source.origins(of: argument, in: scope).reduce(into: []) { names, origin in
      for token in origin.expression.tokens(viewMode: .sourceAccurate).prefix(64) { names.insert(token.text) }
    }
  }

  // MARK: Methods of texts, and predicates

  /// `range(of:options:)` and `replacingOccurrences(of:with:options:)` of texts.
  private static func replacements(in source: SwiftSource) -> [RegexUse] {
    guard source.facts.names("regularExpression") || source.facts.names("regularExpressionSearch") else {
      return []
    }
    return ["range", "replacingOccurrences", "replaceOccurrences"].flatMap { name in
      source.facts.calls(name).compactMap { call in
        guard let pattern = call.argument("of"), let argument = call.argument("options") else { return nil }
        let names = optionNames(argument, call.scope, source)
        guard names.contains("regularExpression") else { return nil }
        let isAnchored = names.contains("anchored")
        return RegexUse(
          pattern: pattern, scope: call.scope, options: options(names), isLiteral: false,
          manner: name == "range" ? (isAnchored ? .prefix : .search) : .replacement,
          subject: call.receiver.map { ($0, call.scope) }, call: call)
      }
    }
  }

  /// `NSPredicate(format: "SELF MATCHES %@", pattern)`, and what is evaluated with it.
  private static func predicates(in source: SwiftSource) -> [RegexUse] {
    source.facts.calls("NSPredicate").flatMap { call -> [RegexUse] in
      guard let format = call.argument("format"),
        let text = source.fold(format, in: call.scope).prefix,
        let pattern = call.pattern(inFormat: text)
      else { return [] }
      let options: RegexPattern.Options = text.uppercased().contains("MATCHES[C") ? .ignoresCase : []
      let evaluations = source.facts.calls("evaluate").filter { evaluation in
        guard let receiver = evaluation.receiver else { return false }
        return source.origins(of: receiver, in: evaluation.scope).contains {
          $0.expression.utf8Range == call.range || receiver.utf8Range.contains(call.range.lowerBound)
        }
      }
      let subjects = evaluations.compactMap { evaluation in
        evaluation.argument("with").map { ($0, evaluation.scope) }
      }
      return (subjects.isEmpty ? [nil] : subjects.map(Optional.some)).map {
        RegexUse(
          pattern: pattern, scope: call.scope, options: options, isLiteral: false, manner: .whole,
          subject: $0,
          call: call)
      }
    }
  }
}

extension SwiftSource {
  /// Where the value of `expression` comes from, and if it is taken from a list that is written in the file, what
  /// stands in the list: for `pattern` in `for pattern in patterns`, and for `$0` in `patterns.contains { … }`.
  func elements(of expression: ExprSyntax, in scope: ScopeID) -> [ValueOrigin] {
    origins(of: expression, in: scope).flatMap { origin -> [ValueOrigin] in
      guard let name = origin.expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
        let list = list(named: name, at: origin.expression, in: origin.scope)
      else { return [origin] }
      return origins(of: list, in: scope).flatMap { origin -> [ValueOrigin] in
        var value = origin.expression
        // `Set(["a", "b"])`
        if let call = Call(value, scope: origin.scope), call.name == "Set",
          let inner = call.arguments.first?.value
        {
          value = inner
        }
        guard let array = value.as(ArrayExprSyntax.self) else { return [] }
        return array.elements.prefix(256).flatMap { origins(of: $0.expression, in: origin.scope) }
      }
    }
  }

  /// The list whose elements `name` stands for, one after the other.
  func list(named name: String, at use: ExprSyntax, in scope: ScopeID) -> ExprSyntax? {
    if name == "$0" {
      return use.ancestor(ClosureExprSyntax.self, within: 64).flatMap(Self.list(goneThroughBy:))
    }
    guard case .local(let local)? = facts.declaration(of: name, from: scope, at: use.utf8Range.lowerBound)
    else {
      // The condition of a loop stands before its body: `for name in list where …`.
      let loop = use.ancestor(ForStmtSyntax.self, within: 16)
      guard loop?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name else { return nil }
      return loop?.sequence
    }
    switch local.role {
    case .element: return local.value
    case .closureParameter(0):
      return local.value.as(ClosureExprSyntax.self).flatMap(Self.list(goneThroughBy:))
    default: return nil
    }
  }

  /// The list of whose elements each is handed to `closure`.
  private static func list(goneThroughBy closure: ClosureExprSyntax) -> ExprSyntax? {
    guard let node = closure.ancestor(FunctionCallExprSyntax.self, within: 4),
      let call = Call(node, scope: .file),
      visiting.contains(call.name)
    else { return nil }
    return call.receiver
  }

  private static let visiting: Set = [
    "contains", "allSatisfy", "first", "filter", "forEach", "firstIndex", "map", "compactMap", "last",
    "count",
  ]
}
