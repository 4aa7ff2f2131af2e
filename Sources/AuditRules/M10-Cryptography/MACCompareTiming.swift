import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A comparison that tells by its duration how much was right.
struct MACCompareTiming: SwiftRule {
  static let metadata = RuleMetadata(
    id: "mac-compare-timing",
    title: LocalizedText("MAC compared in variable time", ja: "一定時間で行われない MAC の比較（タイミング攻撃）"),
    why: LocalizedText(
      """
      == on bytes and texts stops at the first difference. Whoever can send tags and measure the time \
      finds the right one byte by byte.
      """,
      ja: """
        バイト列や文字列の == は最初の違いで処理を終えます。タグを送って時間を測れる攻撃者は、正しい値を\
         1 バイトずつ突き止められます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use HMAC.isValidAuthenticationCode(_:authenticating:using:), or ConstantTime.equal for bytes.
        """,
        ja: """
          HMAC.isValidAuthenticationCode(_:authenticating:using:) を\
          、バイト列の比較には ConstantTime.equal を使用してください。
          """),
      library: .crypto),
    severity: .medium, confidence: .high, cwe: [208], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        let expected = Data(HMAC<SHA256>.authenticationCode(for: message, using: key))
        let isGenuine = expected == tag
        """,
      good: """
        let isGenuine = HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: message, using: key)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for comparison in source.facts.comparisons where comparison.isEquality {
      let sides = [comparison.left, comparison.right]
      guard Self.mayBeMAC(sides, source),
        !sides.contains(where: { source.fold($0, in: comparison.scope) == .none || isCount($0) })
      else { continue }
      add(sides, comparison.scope, at: comparison.range, in: source, &report)
    }
    for name in ["elementsEqual", "isEqual"] {
      for call in source.facts.calls(name) {
        guard let receiver = call.receiver, let other = call.arguments.first?.value else { continue }
        add([receiver, other], call.scope, at: call.range, in: source, &report)
      }
    }
    for name in ["memcmp", "strcmp", "bcmp"] {
      for call in source.facts.calls(name) where call.receiver == nil {
        add(call.arguments.prefix(2).map(\.value), call.scope, at: call.range, in: source, &report)
      }
    }
  }

  private func add(
    _ sides: [ExprSyntax], _ scope: ScopeID, at range: Range<Int>, in source: SwiftSource,
    _ report: inout FileReport
  ) {
    let computed = sides.contains { side in
      isComputed(side, scope, in: source)
        || source.origins(of: side, in: scope).contains { isComputed($0.expression, $0.scope, in: source) }
        || localValue(side, scope, in: source).map { isComputed($0, scope, in: source) } ?? false
    }
    guard computed || sides.contains(where: { Self.isMACName(NamePath.last(of: $0) ?? "") }) else { return }
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(source.quote(sides[0])) is compared in a time that depends on the bytes.",
        ja: "\(source.quote(sides[0])) の比較にかかる時間が内容に依存します。"),
      confidence: computed ? .high : .medium)
  }

  /// Whether one of `sides` is called a MAC, or any may be one that the file computes; most comparisons need no look.
  private static func mayBeMAC(_ sides: [ExprSyntax], _ source: SwiftSource) -> Bool {
    source.facts.references["authenticationCode"] != nil
      || sides.contains { isMACName(NamePath.last(of: $0) ?? "") }
  }

  private func localValue(_ side: ExprSyntax, _ scope: ScopeID, in source: SwiftSource) -> ExprSyntax? {
    guard let name = side.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
    return source.binding(named: name, from: scope)?.value
  }

  private func isCount(_ side: ExprSyntax) -> Bool {
    ["count", "isEmpty", "length"].contains(NamePath.last(of: side) ?? "")
  }

  /// An HMAC that was turned into bytes or text; what CryptoKit returns compares in constant time.
  private func isComputed(
    _ expression: ExprSyntax, _ scope: ScopeID, in source: SwiftSource, depth: Int = 0
  ) -> Bool {
    guard depth < 8 else { return false }
    guard let call = Call(expression, scope: scope) else {
      guard depth > 0, let value = localValue(expression, scope, in: source) else { return false }
      return isComputed(value, scope, in: source, depth: depth + 1)
    }
    if call.name == "authenticationCode" {
      return depth > 0 && call.receiverPath.contains("HMAC")
        || call.node.parent?.ancestor(FunctionCallExprSyntax.self, within: 3).map { outer in
          ["Data", "Array"].contains(NamePath.last(of: outer.calledExpression) ?? "")
        } ?? false
    }
    if let inner = call.arguments.first?.value, ["Data", "Array", "String"].contains(call.name) {
      return isComputed(inner, scope, in: source, depth: depth + 1)
    }
    guard let receiver = call.receiver,
      ["map", "joined", "base64EncodedString", "hexString"].contains(call.name)
    else { return false }
    return isComputed(receiver, scope, in: source, depth: depth + 1)
  }

  private static let attributes: Set = ["length", "size", "type", "algorithm"]

  /// `expectedMAC`, `computedSignature`, `storedPasswordHash`; a bare `signature` may be that of a method.
  private static func isMACName(_ name: String) -> Bool {
    let words = Words.of(name)
    guard let last = words.last, !attributes.contains(last) else { return false }
    if words.contains("hmac") { return true }
    let isQualified = words.contains { ["expected", "computed", "calculated", "received"].contains($0) }
    if isQualified, ["mac", "signature"].contains(last) { return true }
    return last == "hash" && words.contains { ["password", "passcode", "pin"].contains($0) }
  }
}
