import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A text that is hidden with a key that lies beside it.
struct WeakObfuscation: SwiftRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "weak-obfuscation",
    title: LocalizedText("Text hidden with a key beside it", ja: "鍵と一緒に置かれた難読化文字列"),
    why: LocalizedText(
      """
      Mixing with a constant, turning around and base64 hide a text from a search for strings and from nothing else: the \
      program holds everything that is needed to read it, and this audit read it, too.
      """,
      ja: """
        定数との XOR、文字列の反転、Base64 は文字列検索から隠れるだけです。元に戻すために必要なものはすべて\
        プログラム内にあり、この監査でも読み取れました。
        """),
    fix: RuleFix(
      LocalizedText(
        "Keep secrets out of the app: fetch them after signing in and store them in the Keychain.",
        ja: "秘密はアプリに含めず、サインイン後に取得して Keychain に保存してください。"),
      library: .crypto),
    severity: .low, confidence: .medium, cwe: [656], owaspMobile2024: [.m7], owaspMobile2016: [.m9],
    example: RuleMetadata.Example(
      bad: """
        let hidden: [UInt8] = [0x2E, 0x29, 0x2F, 0x31, 0x33, 0x37, 0x33]
        let name = String(decoding: hidden.map { $0 ^ 0x5A }, as: UTF8.self)
        """,
      good: """
        let hidden: [UInt8] = [0x2E, 0x29, 0x2F, 0x31, 0x33, 0x37, 0x33]
        let checksum = hidden.reduce(0) { $0 &+ UInt32($1) }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.text.context == .app else { return }
    for binding in source.facts.bindings where binding.kind != .parameter {
      guard let value = binding.value, let bytes = ObfuscatedConstant.bytes(value, in: binding.scope, source),
        let text = mixedText(bytes, named: binding.name, binding.scope, source)
      else { continue }
      report.add(
        Self.self, at: binding.range,
        LocalizedText(
          "“\(binding.name)” hides “\(SecretMask.masked(text))” behind a key of this file.",
          ja: "「\(binding.name)」は、このファイル内の鍵で「\(SecretMask.masked(text))」を隠しているだけです。"),
        confidence: .high, secrets: [text])
    }
    checkReversed(source, &report)
    checkBase64(source, &report)
    checkSalts(source, &report)
  }

  // MARK: Mixing

  /// The text that comes out when `bytes` are mixed with a constant where `name` is used.
  private func mixedText(
    _ bytes: [UInt8], named name: String, _ scope: ScopeID, _ source: SwiftSource
  ) -> String? {
    for reference in (source.facts.references[name] ?? []).prefix(8) {
      guard let statement = statement(around: reference.node) else { continue }
      var places: [(node: Syntax, scope: ScopeID)] = [(statement, reference.scope)]
      // `reveal(hidden)`: the mixing is in the function that is called.
      if let node = reference.node.ancestor(FunctionCallExprSyntax.self, within: 4),
        let call = Call(node, scope: reference.scope)
      {
        places += source.facts.functions(call.name).prefix(2).map { (Syntax($0.body), $0.scope) }
      }
      for place in places {
        for key in keys(in: place.node, place.scope, except: name, source) {
          if let text = ObfuscatedConstant.text(bytes, mixedWith: key) { return text }
        }
      }
    }
    return nil
  }

  /// The statement around a use; of a loop the whole of it.
  private func statement(around node: DeclReferenceExprSyntax) -> Syntax? {
    guard let item = node.ancestor(CodeBlockItemSyntax.self, within: 24) else {
      return node.ancestor(InitializerClauseSyntax.self, within: 24).map { Syntax($0) }
    }
    return item.ancestor(ForStmtSyntax.self, within: 4).map { Syntax($0) } ?? Syntax(item)
  }

  /// The constants that `^` mixes with something in `node`.
  private func keys(
    in node: Syntax, _ scope: ScopeID, except name: String, _ source: SwiftSource
  ) -> [[UInt8]] {
    let finder = MixingFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    guard finder.mixes else { return [] }
    var keys: [[UInt8]] = []
    for operand in finder.operands.prefix(16) {
      if let number = source.fold(operand, in: scope).integer.flatMap({ UInt8(exactly: $0) }) {
        keys.append([number])
      }
      var base = operand
      while let access = base.as(SubscriptCallExprSyntax.self) { base = access.calledExpression }
      if let key = key(named: NamePath.last(of: base), except: name, scope, source) { keys.append(key) }
    }
    // `zip(hidden, key).map { $0 ^ $1 }`
    for token in node.tokens(viewMode: .sourceAccurate).prefix(400) {
      if case .identifier(let other) = token.tokenKind,
        let key = key(named: other, except: name, scope, source)
      {
        keys.append(key)
      }
    }
    return keys
  }

  private func key(
    named other: String?, except name: String, _ scope: ScopeID, _ source: SwiftSource
  ) -> [UInt8]? {
    guard let other, other != name,
      let binding = source.binding(named: other, from: scope) ?? member(other, source),
      let value = binding.value
    else { return nil }
    if let bytes = ObfuscatedConstant.bytes(value, in: binding.scope, source, least: 1) { return bytes }
    let folded = source.fold(value, in: binding.scope)
    return folded.bytes ?? folded.integer.flatMap { UInt8(exactly: $0) }.map { [$0] }
  }

  private func member(_ name: String, _ source: SwiftSource) -> Binding? {
    source.facts.bindings(name).first { source.facts.scopes[$0.scope.index].kind == .type }
  }

  // MARK: Turned around and recoded

  private func checkReversed(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("reversed") where call.arguments.isEmpty {
      guard let receiver = call.receiver, let text = source.fold(receiver, in: call.scope).string,
        text.utf8.count >= 8,
        let outer = call.node.parent?.ancestor(FunctionCallExprSyntax.self, within: 3),
        NamePath.last(of: outer.calledExpression) == "String"
      else { continue }
      add(String(text.reversed()), "is only turned around", "反転されているだけです", at: outer.utf8Range, &report)
    }
  }

  private func checkBase64(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("Data") + source.facts.calls("NSData") {
      guard let literal = call.argument("base64Encoded"), literal.is(StringLiteralExprSyntax.self),
        case .bytes(let bytes) = source.fold(ExprSyntax(call.node), in: call.scope), bytes.count >= 8,
        let text = ObfuscatedConstant.readable(bytes), !hasSecretName(call)
      else { continue }
      add(text, "is only base64", "Base64 にされているだけです", at: literal.utf8Range, &report)
    }
    for call in source.facts.calls("rot13") {
      guard let text = call.arguments.first?.value ?? call.receiver,
        let plain = source.fold(text, in: call.scope).string, plain.count >= 4
      else { continue }
      add(plain, "is only shifted by 13 letters", "13 文字ずらされているだけです", at: call.range, &report)
    }
  }

  private func add(
    _ text: String, _ what: String, _ japanese: String, at range: Range<Int>, _ report: inout FileReport
  ) {
    let shown = SecretMask.masked(text)
    report.add(
      Self.self, at: range, LocalizedText("“\(shown)” \(what).", ja: "「\(shown)」は\(japanese)。"),
      secrets: [text])
  }

  /// A credential by its name is the business of the rules about hard-coded ones.
  private func hasSecretName(_ call: Call) -> Bool {
    guard let pattern = call.node.ancestor(PatternBindingSyntax.self, within: 8),
      let name = pattern.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    else { return false }
    return SensitiveLexicon.meaning(of: name) == .secret
  }

  // MARK: Salts out of names of types

  private func checkSalts(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("String") where call.labels == ["describing"] {
      guard let type = call.arguments[0].value.as(MemberAccessExprSyntax.self),
        type.declName.baseName.text == "self",
        let pattern = call.node.ancestor(PatternBindingSyntax.self, within: 12),
        let name = pattern.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
        Words.of(name).contains("salt")
      else { continue }
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "“\(name)” is made of the name of a type, which stands in the program.",
          ja: "「\(name)」は型名から作られており、プログラム内に書かれています。"))
    }
  }
}

/// Looks for `^` and what stands beside it.
private final class MixingFinder: SyntaxVisitor {
  private(set) var operands: [ExprSyntax] = []
  private(set) var mixes = false

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node.elements)
    for index in parts.indices where ["^", "^="].contains(SequenceParts.operation(parts[index])) {
      mixes = true
      if index > 0 { operands.append(parts[index - 1]) }
      if index + 1 < parts.count { operands.append(parts[index + 1]) }
    }
    return .visitChildren
  }
}
