import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A version of the app that is compared letter by letter, or as a decimal number.
struct VersionComparedAsText: SwiftRule {
  static let metadata = RuleMetadata(
    id: "version-compared-as-text",
    title: LocalizedText("App version compared as text", ja: "アプリのバージョンを文字列として比較している"),
    why: LocalizedText(
      """
      As text, 10.0 comes before 9.0, and as a number 1.10 is less than 1.9. A check for a minimum version then lets an \
      outdated app pass, or locks a current one out.
      """,
      ja: """
        文字列としては 10.0 が 9.0 より前になり、小数としては 1.10 が 1.9 より小さくなります。\
        最低バージョンの確認で、古いアプリを通したり、最新のアプリを締め出したりします。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use current.compare(minimum, options: .numeric), or split both at the dots and compare the numbers.",
        ja: "current.compare(minimum, options: .numeric) を使うか、ピリオドで分割して数値として比較してください。")),
    severity: .low, confidence: .high, cwe: [697], owaspMobile2024: [.m8], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        func mustUpdate(to minimumVersion: String) -> Bool {
          let current = Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "0"
          return current < minimumVersion
        }
        """,
      good: """
        func mustUpdate(to minimumVersion: String) -> Bool {
          let current = Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "0"
          return current.compare(minimumVersion, options: .numeric) == .orderedAscending
        }
        """))

  private static let key = "CFBundleShortVersionString"

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.text.context == .app else { return }
    for comparison in source.facts.comparisons where ["<", ">", "<=", ">="].contains(comparison.operation) {
      let sides = [comparison.left, comparison.right]
      check(sides, comparison.scope, at: comparison.range, source, &report)
    }
    for call in source.facts.calls("compare") {
      guard let receiver = call.receiver, let other = call.arguments.first, other.label == nil,
        call.arguments.count == 1 || Self.comparesLetters(call)
      else { continue }
      check([receiver, other.value], call.scope, at: call.range, source, &report)
    }
    for call in source.facts.calls(named: { ["Double", "Float", "CGFloat"].contains($0) }) {
      guard call.arguments.count == 1, let value = call.arguments.first?.value,
        isVersionOfBundle(value, call.scope, source)
      else { continue }
      let function = source.facts.function(around: call.scope)
      let isBound = Self.speaksOfBounds(Words.of(function?.name ?? ""))
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "\(call.name) reads version 1.10 as 1.1, which is less than 1.9.",
          ja: "\(call.name) はバージョン 1.10 を、1.9 より小さい 1.1 として読み取ります。"),
        confidence: isBound ? .medium : .low)
    }
  }

  /// Whether the options are written out, and numbers are not compared as such.
  private static func comparesLetters(_ call: Call) -> Bool {
    guard call.arguments.count == 2, let options = call.argument("options") else { return false }
    let text = options.trimmedDescription
    return text.hasPrefix(".") || text.hasPrefix("[") ? !text.contains("numeric") : false
  }

  private func check(
    _ sides: [ExprSyntax], _ scope: ScopeID, at range: Range<Int>, _ source: SwiftSource,
    _ report: inout FileReport
  ) {
    let names = sides.compactMap(Self.versionName)
    guard !names.isEmpty || source.facts.names("infoDictionary") || source.facts.names("object"),
      !sides.contains(where: Self.isNumber)
    else { return }
    let function = source.facts.function(around: scope)
    let words = names.flatMap(Words.of) + Words.of(function?.name ?? "")
    let isBound = Self.speaksOfBounds(words)
    if sides.contains(where: { isVersionOfBundle($0, scope, source) }) {
      add(sides, at: range, source, isBound ? .high : .low, &report)
    } else if names.count == 2, isBound, sides.contains(where: { isDeclaredText($0, scope, source) }) {
      add(sides, at: range, source, .medium, &report)
    }
  }

  private func add(
    _ sides: [ExprSyntax], at range: Range<Int>, _ source: SwiftSource, _ confidence: Confidence,
    _ report: inout FileReport
  ) {
    let (left, right) = (source.quote(sides[0], limit: 40), source.quote(sides[1], limit: 40))
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(left) and \(right) are compared as text, and “10.0” comes before “9.0”.",
        ja: "\(left) と \(right) を文字列として比較しており、「10.0」が「9.0」より前になります。"), confidence: confidence)
  }

  // MARK: What is compared

  /// The name of what `side` is, when it ends with `version`.
  private static func versionName(_ side: ExprSyntax) -> String? {
    guard let name = NamePath.last(of: side) else { return nil }
    let words = Words.of(name)
    let isVersion =
      words.last == "version" || words.suffix(2) == ["version", "string"]
      || words.suffix(2) == ["version", "number"]
    return isVersion ? name : nil
  }

  private static func isNumber(_ side: ExprSyntax) -> Bool {
    if side.is(IntegerLiteralExprSyntax.self) || side.is(FloatLiteralExprSyntax.self)
      || ["count", "major", "minor", "patch"].contains(NamePath.last(of: side) ?? "")
    {
      return true
    }
    let text = side.utf8Range.count < 512 ? side.trimmedDescription : ""
    return conversions.contains(where: text.contains)
  }

  private static let conversions = ["Double(", "Float(", "CGFloat(", "Int("]

  /// Whether `words` are about a minimum, or about what a server or the store has.
  private static func speaksOfBounds(_ words: [String]) -> Bool { words.contains(where: bounds.contains) }

  private static let bounds: Set = [
    "min", "minimum", "required", "mandatory", "force", "forced", "must", "supported", "unsupported",
    "outdated", "latest", "newest", "store", "remote", "server", "update", "upgrade",
  ]

  /// Whether the version of the app comes to `side` as a text, through names of the file.
  private func isVersionOfBundle(_ side: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    if source.origins(of: side, in: scope).contains(where: { Self.readsBundle($0.expression) }) {
      return true
    }
    guard let name = NamePath.last(of: side) else { return false }
    return source.facts.functions(name).contains { function in
      ["String", "String?"].contains(function.returnType?.writtenName ?? "")
        && function.body.utf8Range.count < 512 && Self.readsBundle(function.body)
    }
  }

  private static func readsBundle(_ node: some SyntaxProtocol) -> Bool {
    guard node.utf8Range.count < 512 else { return false }
    let text = node.trimmedDescription
    return text.contains(key) && !parsers.contains(where: text.contains)
  }

  /// What makes something else of the text.
  private static let parsers = ["split(", "components(", "Version(", "compare(", "replacing", ".map"]

  /// Whether `side` is a name whose declarations in the file all say that it is a text.
  private func isDeclaredText(_ side: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    guard let name = NamePath.last(of: side) else { return false }
    let isPlain = side.is(DeclReferenceExprSyntax.self)
    let declarations =
      isPlain
      ? source.binding(named: name, from: scope).map { [$0] } ?? [] : source.facts.bindings(name)
    return !declarations.isEmpty
      && declarations.allSatisfy { binding in
        ["String", "String?"].contains(binding.type?.writtenName ?? "")
          || binding.type == nil && binding.value?.is(StringLiteralExprSyntax.self) == true
      }
  }
}

extension VersionComparedAsText: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for message in source.messages("compare:", "compare:options:").prefix(ObjectiveCSource.closeLooks) {
      guard let other = message.arguments.first,
        message.arguments.count == 1 || Self.comparesLetters(message.arguments[1], source),
        [message.receiver, other].contains(where: { isVersionOfBundle($0, message.function, source) })
      else { continue }
      let (left, right) = (source.quote(message.receiver, limit: 40), source.quote(other, limit: 40))
      report.add(
        Self.self, at: source.bytes(of: message.tokens),
        LocalizedText(
          "\(left) and \(right) are compared as text, and “10.0” comes before “9.0”.",
          ja: "\(left) と \(right) を文字列として比較しており、「10.0」が「9.0」より前になります。"),
        confidence: Self.isBound(message, source) ? .high : .low)
    }
    for message in source.messages("floatValue", "doubleValue").prefix(ObjectiveCSource.closeLooks)
    where isVersionOfBundle(message.receiver, message.function, source) {
      report.add(
        Self.self, at: source.bytes(of: message.tokens),
        LocalizedText(
          "\(message.selector) reads version 1.10 as 1.1, which is less than 1.9.",
          ja: "\(message.selector) はバージョン 1.10 を、1.9 より小さい 1.1 として読み取ります。"),
        confidence: Self.isBound(message, source) ? .medium : .low)
    }
  }

  /// Whether the options are written out, and numbers are not compared as such.
  private static func comparesLetters(_ options: Range<Int>, _ source: ObjectiveCSource) -> Bool {
    let names = source.tokens[options].filter { $0.kind == .identifier }.map(\.text)
    return !names.isEmpty && names.allSatisfy { $0.hasSuffix("Search") && $0 != "NSNumericSearch" }
  }

  private static func isBound(_ message: MessageSend, _ source: ObjectiveCSource) -> Bool {
    let names = source.tokens[message.tokens].filter { $0.kind == .identifier }.map(\.text)
    let function = message.function.map { source.functions[$0].name } ?? ""
    return speaksOfBounds((names + [function]).flatMap(Words.of))
  }

  private func isVersionOfBundle(
    _ range: Range<Int>, _ function: Int?, _ source: ObjectiveCSource
  ) -> Bool {
    if Self.readsBundle(range, source) { return true }
    let names = source.tokens[range].filter { $0.kind == .identifier && $0.text != "self" }.map(\.text)
    guard names.count == 1, let name = names.first else { return false }
    if let given = source.values(of: name, in: function), given.count == 1 {
      return Self.readsBundle(given.first.value, source)
    }
    return source.functions.contains {
      $0.name == name && $0.body.count < 64 && Self.readsBundle($0.body, source)
    }
  }

  private static func readsBundle(_ range: Range<Int>, _ source: ObjectiveCSource) -> Bool {
    let tokens = source.tokens[range.prefix(64)]
    return tokens.contains { $0.isString && $0.text == key }
      && !tokens.contains {
        $0.text.hasPrefix("componentsSeparatedBy") || $0.text == "stringByReplacingOccurrencesOfString"
      }
  }
}
