import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A length in characters that is used where one in UTF-16 units is meant, or the other way round.
struct StringLengthMixed: FixingRule {
  static let metadata = RuleMetadata(
    id: "string-length-mixed",
    title: LocalizedText(
      "Length of a Swift string used as a length of NSString", ja: "Swift の文字数を NSString の長さとして使用している"),
    why: LocalizedText(
      """
      String counts characters, NSString and NSRange count UTF-16 units; an emoji is one character and two \
      to eleven units. The range then ends too early, so that the rest is not checked or masked, or lies \
      outside of the text, which stops the app.
      """,
      ja: """
        String は文字数、NSString と NSRange は UTF-16 の単位数を数えます。絵文字は 1 文字でも 2〜11 単位です。\
        範囲が途中で終わって残りが検査や伏せ字の対象から外れるか、範囲外になってアプリが異常終了します。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Make the range from the text: NSRange(text.startIndex..., in: text), and back with Range(range, in: \
        text). A length for NSString is text.utf16.count.
        """,
        ja: """
          範囲は文字列から作成し（NSRange(text.startIndex..., in: text)）、Range(range, in: text) で戻して\
          ください。NSString に渡す長さは text.utf16.count です。
          """)),
    severity: .low, confidence: .medium, cwe: [135], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        func links(in text: String) -> [NSTextCheckingResult] {
          detector.matches(in: text, range: NSRange(location: 0, length: text.count))
        }
        """,
      good: """
        func links(in text: String) -> [NSTextCheckingResult] {
          detector.matches(in: text, range: NSRange(text.startIndex..., in: text))
        }
        """))

  static let triggers: Set<String> = [
    "NSRange", "NSMakeRange", "CFRangeMake", "CFRange", "location", "length", "NSString",
    "NSMutableString",
  ]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["NSRange", "NSMakeRange", "CFRangeMake", "CFRange"] {
      for call in source.facts.calls(name) where call.argument("in") == nil {
        guard let count = call.arguments.lazy.compactMap({ characterCount(in: $0.value, call, source) }).first
        else {
          continue
        }
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "\(count) is no length in UTF-16 units, which \(name) counts.",
            ja: "\(count) は、\(name) が数える UTF-16 の単位数ではありません。"),
          confidence: isHarmless(call, source) ? .low : nil,
          fix: fix(of: call.arguments.map(\.value), call, source))
      }
    }
    for call in source.facts.calls(named: Self.unitMethods.contains) { checkUnits(call, source, &report) }
    for call in source.facts.calls(named: Self.characterMethods.contains) {
      checkCharacters(call, source, &report)
    }
  }

  /// Whether a range that is too short changes nothing but looks: it styles a text, or is searched for a beginning.
  private func isHarmless(_ range: Call, _ source: SwiftSource) -> Bool {
    guard let node = range.node.parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
      let user = Call(node, scope: range.scope)
    else { return false }
    if Self.styling.contains(user.name) { return true }
    guard Self.searching.contains(user.name), let expression = user.receiver else { return false }
    return source.origins(of: expression, in: range.scope).contains { origin in
      let made = Call(NamePath.unwrapped(origin.expression) ?? origin.expression, scope: origin.scope)
      let pattern = made?.argument("pattern").flatMap { source.fold($0, in: origin.scope).string }
      return pattern.map { $0.hasPrefix("^") && !$0.hasSuffix("$") } ?? false
    }
  }

  private static let styling: Set = ["addAttribute", "addAttributes", "setAttributes", "removeAttribute"]

  // MARK: Characters where units are meant

  /// Methods of NSString and attributed texts that take an offset or a length.
  private static let unitMethods: Set = [
    "substring", "character", "attribute", "attributes", "deleteCharacters", "insert",
  ]

  /// Looks at `(text as NSString).substring(to: text.count)`.
  private func checkUnits(_ call: Call, _ source: SwiftSource, _ report: inout FileReport) {
    guard let receiver = call.receiver, isNSString(receiver, call.scope, source) else { return }
    for argument in call.arguments where ["to", "from", "at"].contains(argument.label) {
      guard let count = characterCount(in: argument.value, call, source) else { continue }
      report.add(
        Self.self, at: argument.value.utf8Range,
        LocalizedText(
          "\(count) is no offset in UTF-16 units, which \(call.name) of NSString takes.",
          ja: "\(count) は、NSString の \(call.name) が受け取る UTF-16 の単位数ではありません。"),
        fix: fix(of: [argument.value], call, source))
    }
  }

  static let repair = LocalizedText(
    "Counts UTF-16 units: text.count becomes text.utf16.count.",
    ja: "UTF-16 の単位数で数えます（text.count を text.utf16.count に変更）。")

  /// Counts units where characters are counted in `arguments` themselves; what is counted elsewhere may be used there too.
  private func fix(of arguments: [ExprSyntax], _ call: Call, _ source: SwiftSource) -> SourceFix? {
    var replacements: [SourceFix.Replacement] = []
    for operand in arguments.flatMap(operands) {
      if count(operand, call.scope, call, source) != nil {
        guard let units = Self.units(operand) else { return nil }
        replacements.append(units)
      } else if characterCount(in: operand, call, source) != nil {
        return nil
      }
    }
    return SourceFix(Self.repair, replacements)
  }

  /// What makes `text.count`, `text.utf8.count` and the like `text.utf16.count`.
  private static func units(_ part: ExprSyntax) -> SourceFix.Replacement? {
    guard let member = part.as(MemberAccessExprSyntax.self), let base = member.base else { return nil }
    if let view = base.as(MemberAccessExprSyntax.self)?.declName.baseName,
      ["utf8", "unicodeScalars", "characters"].contains(view.text)
    {
      return WrittenValue.replacing(view, with: "utf16")
    }
    return WrittenValue.adding("utf16.", at: member.declName.baseName.utf8Range.lowerBound)
  }

  /// The length or offset in characters that `expression` is made of, as it is written.
  private func characterCount(in expression: ExprSyntax, _ call: Call, _ source: SwiftSource) -> String? {
    for operand in operands(of: expression) {
      for origin in source.origins(of: operand, in: call.scope) {
        for part in operands(of: origin.expression) {
          if let count = count(part, origin.scope, call, source) { return count }
          if let (result, scope) = result(of: part, origin.scope, source),
            operands(of: result).contains(where: { count($0, scope, call, source) != nil })
          {
            return source.quote(part)
          }
        }
      }
    }
    return nil
  }

  /// What a function of this file with a single statement returns.
  private func result(of part: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> (ExprSyntax, ScopeID)?
  {
    guard let call = Call(part, scope: scope), call.name.first?.isLowercase == true else { return nil }
    let functions = source.facts.functions(call.name)
    guard functions.count == 1, let function = functions.first, function.body.count == 1 else { return nil }
    switch function.body.first?.item {
    case .expr(let value): return (value, function.scope)
    case .stmt(let statement):
      return statement.as(ReturnStmtSyntax.self)?.expression.map { ($0, function.scope) }
    default: return nil
    }
  }

  private func operands(of expression: ExprSyntax) -> [ExprSyntax] {
    SequenceParts.of(expression).filter { SequenceParts.operation($0) == nil }.flatMap {
      part -> [ExprSyntax] in
      if let inner = NamePath.unwrapped(part), !inner.is(DeclReferenceExprSyntax.self) {
        return operands(of: inner)
      }
      if let wrapped = Call(part, scope: .file),
        ["Int", "min", "max", "UInt", "CFIndex", "abs"].contains(wrapped.name)
      {
        return wrapped.arguments.flatMap { operands(of: $0.value) }
      }
      return [part]
    }
  }

  private func count(_ part: ExprSyntax, _ scope: ScopeID, _ call: Call, _ source: SwiftSource) -> String? {
    if let distance = Call(part, scope: scope), distance.name == "distance", let text = distance.receiver,
      distance.argument("from") != nil, !isView(text), isText(text, scope, call, source)
    {
      return source.quote(part)
    }
    guard let member = part.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "count",
      let base = member.base
    else { return nil }
    var text = NamePath.unwrapped(base) ?? base
    if let view = text.as(MemberAccessExprSyntax.self), let inner = view.base {
      switch view.declName.baseName.text {
      case "utf8", "unicodeScalars": text = inner
      case "characters": return source.quote(part)
      case "utf16": return nil
      default: break
      }
    }
    guard isText(text, scope, call, source), !hasOneUnitPerCharacter(text, scope, source) else { return nil }
    return source.quote(part)
  }

  /// Whether each character of `text` is one UTF-16 unit: an address, a number, a constant such as "\t• ".
  private func hasOneUnitPerCharacter(_ text: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    let origins = source.origins(of: text, in: scope)
    return !origins.isEmpty
      && origins.allSatisfy { origin in
        if let known = source.fold(origin.expression, in: origin.scope).string {
          return known.count == known.utf16.count
        }
        let name = origin.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        return name == "absoluteString" || name == "uuidString"
      }
  }

  private func isView(_ text: ExprSyntax) -> Bool {
    text.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "utf16"
  }

  // MARK: Units where characters are meant

  private static let characterMethods: Set = [
    "index", "prefix", "suffix", "dropFirst", "dropLast", "formIndex",
  ]

  /// Looks at `text.index(text.startIndex, offsetBy: range.location)` and `text.prefix(range.location)`.
  private func checkCharacters(_ call: Call, _ source: SwiftSource, _ report: inout FileReport) {
    guard let receiver = call.receiver, !isView(receiver) else { return }
    let argument: ExprSyntax?
    if call.name == "index" || call.name == "formIndex" {
      argument = call.argument("offsetBy")
    } else {
      argument = call.arguments.first.flatMap { $0.label == nil ? $0.value : nil }
    }
    guard let argument, isText(receiver, call.scope, call, source),
      let units = operands(of: argument).lazy.flatMap({ source.origins(of: $0, in: call.scope) })
        .first(where: { operands(of: $0.expression).contains { self.isUnits($0, call.scope, source) } })
    else { return }
    let written = source.quote(units.expression)
    report.add(
      Self.self, at: argument.utf8Range,
      LocalizedText(
        "\(written) counts UTF-16 units; \(call.name) of String counts characters.",
        ja: "\(written) は UTF-16 の単位数ですが、String の \(call.name) は文字数で数えます。"))
  }

  /// Whether `part` is `range.location`, `(text as NSString).length` or `text.utf16.count`.
  private func isUnits(_ part: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    guard let member = part.as(MemberAccessExprSyntax.self), let base = member.base else { return false }
    switch member.declName.baseName.text {
    case "location", "length", "upperBound", "lowerBound":
      if isNSString(base, scope, source) { return member.declName.baseName.text == "length" }
      return isNSRange(base, scope, source)
    case "count":
      return isView(base) || base.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "utf8"
    default: return false
    }
  }

  private func isNSRange(_ base: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    if let call = Call(base, scope: scope) {
      return Self.rangeMakers.contains(call.name)
        || call.name == "range" && (call.argument("at") != nil || call.argument("withName") != nil)
        || call.name == "range" && call.receiver.map { isNSString($0, scope, source) } == true
    }
    if source.typeName(of: base, in: scope) == "NSRange" { return true }
    let name = NamePath.last(of: base) ?? ""
    if ["selectedRange", "rangeValue", "editedRange", "markedRange", "nsRange"].contains(name) {
      return true
    }
    if let plain = base.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let binding = source.binding(named: plain, from: scope)
    {
      if let type = binding.type { return type.writtenName.hasPrefix("NSRange") }
      return binding.value.map { isNSRange($0, binding.scope, source) } ?? false
    }
    // `match.range` of a result of a regular expression.
    guard name == "range", let owner = base.as(MemberAccessExprSyntax.self)?.base else { return false }
    let words = Words.of(NamePath.last(of: owner) ?? "")
    return words.contains { ["match", "result", "matches", "results"].contains($0) }
      || source.typeName(of: owner, in: scope) == "NSTextCheckingResult"
  }

  private static let rangeMakers: Set = ["NSRange", "NSMakeRange", "rangeOfFirstMatch", "rangeOfCharacter"]

  // MARK: Types

  private func isNSString(_ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    if let type = source.typeName(of: expression, in: scope) { return Self.unitTypes.contains(type) }
    let bare = NamePath.unwrapped(expression) ?? expression
    if let type = source.typeName(of: bare, in: scope) { return Self.unitTypes.contains(type) }
    return bare.as(MemberAccessExprSyntax.self).map {
      ["mutableString", "textStorage", "attributedText"].contains($0.declName.baseName.text)
    } ?? false
  }

  private static let unitTypes: Set = [
    "NSString", "NSMutableString", "NSAttributedString", "NSMutableAttributedString", "NSTextStorage",
  ]

  /// Whether `expression` is a text of Swift, by its type, by the API that gives it, or because the call around uses it
  /// as a text.
  private func isText(_ expression: ExprSyntax, _ scope: ScopeID, _ call: Call, _ source: SwiftSource) -> Bool
  {
    isText(expression, scope, call, source, 0)
  }

  private func isText(
    _ expression: ExprSyntax, _ scope: ScopeID, _ call: Call, _ source: SwiftSource, _ depth: Int
  ) -> Bool {
    guard depth < 6 else { return false }
    let parts = SequenceParts.of(expression)
    if parts.count > 1 {
      return parts.contains { $0.is(StringLiteralExprSyntax.self) }
        || isText(parts[0], scope, call, source, depth + 1)
    }
    if let type = source.typeName(of: expression, in: scope) {
      return ["String", "Substring"].contains(type)
    }
    let bare = NamePath.unwrapped(expression) ?? expression
    if bare != expression { return isText(bare, scope, call, source, depth + 1) }
    if let made = Call(expression, scope: scope) { return Self.textCalls.contains(made.name) }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      let name = member.declName.baseName.text
      guard let base = member.base else { return false }
      if Self.textMembers.contains(name) { return true }
      if let type = source.typeName(of: base, in: scope), source.facts.member(name, of: type) != nil {
        return false
      }
      return isSearched(expression, call, source)
    }
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
    if name == "self" { return source.facts.typeName(around: scope) == "String" }
    if case .binding(let binding)? = source.facts.declaration(
      of: name, from: scope, at: expression.utf8Range.lowerBound),
      binding.type == nil, let value = binding.value,
      value.as(DeclReferenceExprSyntax.self)?.baseName.text != name
    {
      return isText(value, binding.scope, call, source, depth + 1) || isSearched(expression, call, source)
    }
    return isSearched(expression, call, source)
  }

  /// Whether a call around the range uses the same thing as a text: `in: text, range: NSRange(…, text.count)`.
  private func isSearched(_ text: ExprSyntax, _ call: Call, _ source: SwiftSource) -> Bool {
    let written = text.trimmedDescription
    if let function = source.facts.function(around: call.scope) {
      let calls =
        ["Range", "NSRange"].flatMap { source.facts.calls($0, in: function.scope) }
        + source.facts.calls(in: function.scope).filter { Self.searching.contains($0.name) }
      if calls.contains(where: { $0.argument("in")?.trimmedDescription == written }) { return true }
    }
    var node: Syntax = Syntax(call.node)
    for _ in 0..<12 {
      guard let parent = node.parent else { return false }
      if let outer = parent.as(FunctionCallExprSyntax.self), let around = Call(outer, scope: call.scope),
        Self.searching.contains(around.name)
      {
        return around.arguments.contains {
          ["in", "string"].contains($0.label) && $0.value.trimmedDescription == written
        }
      }
      node = parent
    }
    return false
  }

  private static let searching: Set = [
    "firstMatch", "matches", "numberOfMatches", "enumerateMatches", "rangeOfFirstMatch",
    "stringByReplacingMatches",
  ]
  private static let textCalls: Set = [
    "String", "Substring", "lowercased", "uppercased", "capitalized", "trimmingCharacters",
    "replacingOccurrences",
    "joined", "appending", "padding", "addingPercentEncoding", "NSLocalizedString", "localizedString",
    "replacing",
    "replacingCharacters",
  ]
  /// Members that are texts of Swift, whatever they belong to.
  private static let textMembers: Set = [
    "text", "string", "title", "placeholder", "localizedDescription", "description", "absoluteString",
    "lastPathComponent", "pathExtension", "removingPercentEncoding", "capitalized", "debugDescription",
    "uuidString", "stringValue",
  ]
}
