import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A security decision in a method that the Objective-C runtime can exchange.
struct ObjCSwizzlableGate: SwiftRule {
  static let metadata = RuleMetadata(
    id: "objc-swizzlable-gate",
    title: LocalizedText("Security decision in an exchangeable method", ja: "差し替え可能なメソッドによるセキュリティ判定"),
    why: LocalizedText(
      """
      A method that is called through the Objective-C runtime is found by its name and replaced by one line of a script. \
      The decision then says whatever the attacker likes.
      """,
      ja: """
        Objective-C ランタイム経由で呼ばれるメソッドは、名前で見つけられ、スクリプト 1 行で差し替えられます。\
        判定結果は攻撃者の思いのままになります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Make it a private Swift function without @objc and dynamic, and let a key or the server depend on the result.",
        ja: "@objc と dynamic を外して private な Swift 関数にし、結果を鍵やサーバーの判断に結び付けてください。"),
      library: .device),
    severity: .low, confidence: .medium, cwe: [693], owaspMobile2024: [.m7], owaspMobile2016: [.m8],
    example: RuleMetadata.Example(
      bad: """
        final class Gate: NSObject {
          @objc dynamic func isJailbroken() -> Bool { signals.count > 2 }
        }
        """,
      good: """
        final class Gate: NSObject {
          private func isJailbroken() -> Bool { signals.count > 2 }
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for function in source.facts.functions {
      guard function.returnsBool, Self.isGate(function.name), let exposure = Self.exposure(of: function)
      else { continue }
      report.add(
        Self.self, at: exposure.utf8Range.lowerBound..<function.nameRange.upperBound,
        LocalizedText(
          "\(function.name) decides and is called through the Objective-C runtime (\(exposure.trimmedDescription)).",
          ja: "\(function.name) の判定は Objective-C ランタイム経由で呼び出されます（\(exposure.trimmedDescription)）。"))
    }
  }

  private static func isGate(_ name: String) -> Bool {
    if IntegrityChecks.isCheck(name) || AuthenticationFunction.decides(name) { return true }
    let words = Words.of(name)
    return ["is", "has"].contains(words.first ?? "") && words.count <= 3
      && words.contains(where: states.contains)
  }

  /// The attribute or modifier that hands the function to the runtime.
  private static func exposure(of function: Function) -> Syntax? {
    var modifiers = DeclModifierListSyntax([])
    var attributes = AttributeListSyntax([])
    if let declaration = function.node.as(FunctionDeclSyntax.self) {
      (modifiers, attributes) = (declaration.modifiers, declaration.attributes)
    } else if let declaration = function.node.ancestor(VariableDeclSyntax.self, within: 3) {
      (modifiers, attributes) = (declaration.modifiers, declaration.attributes)
    }
    let objc = attributes.first {
      $0.as(AttributeSyntax.self)?.attributeName.writtenName == "objc"
    }
    let dynamic = modifiers.first { $0.name.tokenKind == .keyword(.dynamic) }
    return objc.map { Syntax($0) } ?? dynamic.map { Syntax($0) }
  }

  private static let states: Set = [
    "unlocked", "premium", "licensed", "subscribed", "trusted", "verified", "genuine", "pro", "paid",
  ]
}
