package import OmamoriReport
package import SwiftSyntax

/// A log call that runs in the hands of a user, with the sensitive values that it writes, in order.
package struct LoggedValues {
  /// The call.
  package let log: LogCall
  /// The values.
  package let values: [LoggedValue]

  /// Every such call of a file.
  package static func all(in source: SwiftSource) -> [LoggedValues] {
    source.once(all: Self.self) {
      LogCall.all(in: source).filter { !source.isMadeUp($0.call.node) }
        .map { LoggedValues(log: $0, values: LoggedValue.all(of: $0, in: source)) }
    }
  }
}

/// A sensitive value that a log call writes.
package struct LoggedValue {
  /// What it is called.
  package let name: String
  /// What it means.
  package let meaning: SensitiveLexicon.Meaning
  /// Whether the value's own name says so, not the text before it.
  package let isNamed: Bool
  /// The way the value took to the log, if it was made or named somewhere else.
  package let steps: [FindingStep]
  /// Whether only the code that calls the function around says what it is.
  package let isPassed: Bool
  /// Whether it is marked as public.
  package let isPublic: Bool
  /// Whether it is marked as private or sensitive.
  package let isHidden: Bool
  /// The mark behind `privacy:`, if there is one.
  package var mark: ExprSyntax?

  /// The sensitive values of a log call, in order.
  fileprivate static func all(of log: LogCall, in source: SwiftSource) -> [LoggedValue] {
    var found: [LoggedValue] = []
    var before = ""
    for (index, value) in log.values.enumerated() {
      if let literal = value.as(StringLiteralExprSyntax.self) {
        found += interpolated(literal, log.call.scope, source, &before)
        if index == 0 { found += formatted(literal, Array(log.values.dropFirst()), log, source) }
      } else if index == 0 || !isFormat(log.values[0]) {
        if let one = judge(value, after: before, marks: nil, log.call.scope, source) { found.append(one) }
        before = ""
      }
    }
    return found
  }

  // MARK: Interpolation

  private static func interpolated(
    _ literal: StringLiteralExprSyntax, _ scope: ScopeID, _ source: SwiftSource, _ before: inout String
  ) -> [LoggedValue] {
    var found: [LoggedValue] = []
    before = ""
    for segment in literal.segments {
      switch segment {
      case .stringSegment(let text): before = text.content.text
      case .expressionSegment(let hole):
        guard let value = hole.expressions.first?.expression, !hole.isMasked else {
          before = ""
          continue
        }
        let mark = hole.expressions.first { $0.label?.text == "privacy" }?.expression
        if var one = judge(value, after: before, marks: mark?.trimmedDescription, scope, source) {
          one.mark = mark
          found.append(one)
        }
        before = ""
      @unknown default: before = ""
      }
    }
    return found
  }

  // MARK: Formats

  private static func isFormat(_ value: ExprSyntax) -> Bool {
    value.as(StringLiteralExprSyntax.self)?.segments.contains { segment in
      segment.as(StringSegmentSyntax.self)?.content.text.contains("%") ?? false
    } ?? false
  }

  /// Formats such as `NSLog("user %@ password %@", name, password)` and `os_log("%{public}@", token)`.
  private static func formatted(
    _ literal: StringLiteralExprSyntax, _ values: [ExprSyntax], _ log: LogCall, _ source: SwiftSource
  ) -> [LoggedValue] {
    guard isFormat(ExprSyntax(literal)), let format = literal.knownText else { return [] }
    let pieces = format.replacing("%%", with: "").split(separator: "%", omittingEmptySubsequences: false)
    // `os_log("…", log: log, type: .info, value)`: labelled arguments are left out already.
    return zip(values, pieces.dropFirst()).enumerated().compactMap { index, pair in
      let marks = pair.1.hasPrefix("{") ? String(pair.1.prefix { $0 != "}" }) : nil
      var before = String(pieces[index])
      if index > 0 { before = String(before.drop { $0 != " " }) }
      return judge(pair.0, after: before, marks: marks, log.call.scope, source)
    }
  }

  // MARK: Judgement

  private static func judge(
    _ value: ExprSyntax, after text: String, marks: String?, _ scope: ScopeID, _ source: SwiftSource
  ) -> LoggedValue? {
    let isPublic = marks?.contains("public") ?? false
    let isHidden = marks.map { $0.contains("private") || $0.contains("sensitive") } ?? false
    let taint = source.taint(of: value, in: scope, [.secret, .personal])
    let steps = taint.map { source.flow(of: $0, to: value.utf8Range) } ?? []
    func made(
      _ name: String, _ meaning: SensitiveLexicon.Meaning, isNamed: Bool, isPassed: Bool = false
    ) -> LoggedValue {
      LoggedValue(
        name: name, meaning: meaning, isNamed: isNamed, steps: steps, isPassed: isPassed,
        isPublic: isPublic, isHidden: isHidden)
    }
    if let found = source.sensitive(value, in: scope), !isPartOfText(found.name, scope, source) {
      return made(found.name, found.meaning, isNamed: true)
    }
    if let type = recordWithSecret(value, scope, source) { return made(type, .secret, isNamed: true) }
    if let words = label(text, isPublic: isPublic), let meaning = SensitiveLexicon.meaning(of: words),
      carriesText(value, scope, source), !isPartOfText(words, scope, source)
    {
      return made(words, meaning, isNamed: false)
    }
    guard let taint, !isPartOfText(taint.name, scope, source) else { return nil }
    return made(taint.name, taint.kind == .secret ? .secret : .personal, isNamed: true, isPassed: true)
  }

  /// The words before a value that say what it is: `key: `, `token=`; no more than two.
  private static func label(_ text: String, isPublic: Bool) -> String? {
    var text = text[...]
    while text.last == " " { text.removeLast() }
    guard let mark = text.last else { return nil }
    if mark == ":" || mark == "=" { text.removeLast() } else if !isPublic || mark == "." { return nil }
    let words = text.split { !$0.isLetter && $0 != "_" && $0 != "-" }
    guard let last = words.last, text.hasSuffix(last) else { return nil }
    let pair = words.suffix(2).joined(separator: " ")
    // `Failed to read token: \(error)` is about the error.
    if words.contains(where: { problems.contains($0.lowercased()) }) { return nil }
    return SensitiveLexicon.meaning(of: pair) != nil ? pair : String(last)
  }

  private static let problems: Set = [
    "error", "failed", "fail", "failure", "cannot", "could", "unable", "invalid", "missing", "no", "not",
    "without",
    "unexpected", "unknown",
  ]

  /// Whether a value can be the text itself, not a count, a status or an error.
  private static func carriesText(_ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    guard !source.fold(value, in: scope).isConstant else { return false }
    guard let name = NamePath.last(of: value) ?? Call(value, scope: scope)?.name else { return false }
    // A name of its own says more than the text before it.
    return Words.of(name).allSatisfy(plain.contains)
  }

  /// Words of names that do not say what they hold.
  private static let plain: Set = [
    "value", "values", "val", "text", "string", "str", "raw", "data", "input", "output", "content",
    "contents", "it",
    "element", "item", "first", "last", "new", "old", "current", "decoded", "encoded", "hex", "base", "utf",
    "x", "s",
    "v", "t", "o", "obj", "object", "result", "response", "saved", "stored", "loaded", "read", "found",
    "given",
    "received", "self", "k", "p", "b", "d", "header", "body", "line", "arg", "argument", "param", "parameter",
    "user", "info", "my", "the", "final", "optional", "unwrapped", "tmp", "temp", "rest", "plain", "clear",
    "dump",
  ]

  /// Tokens and pins in the code of a parser or a map are no secrets.
  private static func isPartOfText(_ name: String, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    let words = Words.of(name)
    guard words.contains("token") || words.contains("tokens") else { return false }
    if source.facts.imports.contains("SwiftSyntax") { return true }
    let around =
      source.facts.chain(from: scope).map { source.facts.scopes[$0.index].name } + [source.text.path]
    return around.contains { name in
      Words.of(name).contains {
        ["lexer", "parser", "tokenizer", "scanner", "grammar", "syntax", "lexeme"].contains($0)
      }
    }
  }

  /// The type of a whole record that is written although it has a secret in it.
  private static func recordWithSecret(_ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource)
    -> String?
  {
    guard let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let binding = source.binding(named: name, from: scope)
    else { return nil }
    let made = binding.value.flatMap { Call($0, scope: scope)?.name }
    guard let type = binding.type?.writtenName ?? made,
      let record = source.facts.types.first(where: { $0.name == type }),
      record.inherited.allSatisfy({ !$0.hasSuffix("StringConvertible") && !$0.hasSuffix("Error") })
    else { return nil }
    let secret = source.facts.bindings.first {
      $0.scope == record.scope && $0.kind != .enumCase && SensitiveLexicon.meaning(of: $0.name) == .secret
    }
    return secret.map { type + "." + $0.name }
  }
}

extension ExpressionSegmentSyntax {
  /// Whether an interpolation of the app's own writes something in place of the value: `\(private: name)`.
  var isMasked: Bool {
    expressions.first?.label.map { Words.of($0.text).contains(where: Self.masking.contains) } ?? false
  }

  private static let masking: Set = [
    "private", "redact", "redacted", "redacting", "mask", "masked", "masking", "hidden", "hide", "sensitive",
    "hash", "hashed", "anonymized", "anonymised", "obfuscated", "censored",
  ]
}
