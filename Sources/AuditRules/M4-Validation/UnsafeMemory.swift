import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A pointer that outlives what it points to, or that is made of a number.
struct UnsafeMemory: SwiftRule {
  static let metadata = RuleMetadata(
    id: "unsafe-memory",
    title: LocalizedText("Pointer beyond its guarantee", ja: "有効範囲を超えたポインター"),
    why: LocalizedText(
      """
      The pointer of withUnsafeBytes is valid inside its closure alone. Used later it reads whatever lies \
      there by then: other data, another key, or nothing.
      """,
      ja: """
        withUnsafeBytes のポインターが有効なのはクロージャーの中だけです。後で使うと、その時点で\
        そこにある別のデータや別の鍵を読み取ります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Do the work inside the closure and return its result; bind types instead of casting bits.",
        ja: "処理はクロージャーの中で行い、結果だけを返してください。ビットのキャストではなく型の束縛を使用してください。"),
      library: .crypto),
    severity: .low, confidence: .low, cwe: [119], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: "let pointer = key.withUnsafeBytes { $0.baseAddress! }",
      good: "let tag = key.withUnsafeBytes { code(for: message, $0.baseAddress!, $0.count) }"))

  static let triggers: Set<String> = [
    "withUnsafeBytes", "withUnsafeMutableBytes", "withUnsafePointer", "withUnsafeMutablePointer",
    "withUnsafeBufferPointer", "withUnsafeMutableBufferPointer", "UnsafePointer", "UnsafeMutablePointer",
    "UnsafeRawPointer", "UnsafeMutableRawPointer", "withCString",
  ]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in Self.triggers.sorted() where name.hasPrefix("with") {
      for call in source.facts.calls(name) {
        guard
          let closure = call.closures.first?.closure ?? call.arguments.last?.value.as(ClosureExprSyntax.self),
          let result = Self.result(of: closure), Self.isPointer(result, in: closure)
        else { continue }
        report.add(
          Self.self, at: result.utf8Range,
          LocalizedText(
            "The pointer leaves the closure of \(name) and is not valid outside of it.",
            ja: "ポインターが \(name) のクロージャーの外に渡されますが、外では有効ではありません。"))
      }
    }
    checkLoads(source, &report)
    for name in Self.triggers.sorted() where name.hasPrefix("Unsafe") {
      for call in source.facts.calls(name) {
        guard let bits = call.argument("bitPattern"),
          source.fold(bits, in: call.scope).integer.map({ $0 != -1 }) ?? true,
          source.taint(of: bits, in: call.scope, .outside) != nil
        else { continue }
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "The address comes from outside.", ja: "アドレスが外部からの値で決まります。"))
      }
    }
  }

  /// `message.withUnsafeBytes { $0.load(as: Header.self) }` of bytes whose number nobody looked at.
  private func checkLoads(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("withUnsafeBytes") {
      guard let bytes = call.receiver?.as(DeclReferenceExprSyntax.self)?.baseName.text,
        let binding = source.binding(named: bytes, from: call.scope), binding.kind == .parameter,
        binding.type?.writtenName == "Data",
        let function = source.facts.function(around: call.scope),
        source.facts.references("count", in: function.scope).isEmpty,
        let load = ["load", "loadUnaligned"].lazy.flatMap({ source.facts.calls($0, in: function.scope) })
          .first(where: { $0.argument("as") != nil && call.range.contains($0.range.lowerBound) })
      else { continue }
      report.add(
        Self.self, at: load.range,
        LocalizedText(
          "\(bytes) may be shorter than what is loaded from it; nothing looks at its count.",
          ja: "\(bytes) が読み込むサイズより短い可能性がありますが、長さが確認されていません。"))
    }
  }

  /// What the closure returns: its only expression, or its last `return`.
  private static func result(of closure: ClosureExprSyntax) -> ExprSyntax? {
    guard let last = closure.statements.last else { return nil }
    if let statement = last.item.as(ReturnStmtSyntax.self) { return statement.expression }
    return closure.statements.count == 1 ? last.item.as(ExprSyntax.self) : nil
  }

  /// The parameter itself, or its address.
  private static func isPointer(_ result: ExprSyntax, in closure: ClosureExprSyntax) -> Bool {
    let path = NamePath.of(result)
    guard let first = path.first, path.dropFirst().allSatisfy({ $0 == "baseAddress" }) else {
      guard let call = Call(result, scope: .file), ["bindMemory", "assumingMemoryBound"].contains(call.name)
      else {
        return false
      }
      return call.receiver.map { isPointer($0, in: closure) } == true
    }
    switch closure.signature?.parameterClause {
    case .simpleInput(let names): return names.contains { $0.name.text == first }
    case .parameterClause(let clause):
      return clause.parameters.contains { ($0.secondName ?? $0.firstName).text == first }
    default: return first == "$0"
    }
  }
}
