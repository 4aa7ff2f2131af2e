import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Keys derived without saying what for.
struct HKDFNoContext: SwiftRule {
  static let metadata = RuleMetadata(
    id: "hkdf-no-context",
    title: LocalizedText("Key derivation without context", ja: "用途の指定がない鍵導出"),
    why: LocalizedText(
      """
      Without salt and info the same secret gives the same key everywhere: what was made for one purpose \
      or direction is accepted for another.
      """,
      ja: """
        ソルトも info も指定しないと、同じ秘密から常に同じ鍵が導出されます。ある用途や通信方向のデータが\
        別の用途でも受け入れられてしまいます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Give a label for the purpose, direction and version as info or sharedInfo; HPKE has info built in.
        """,
        ja: """
          info または sharedInfo に用途、方向、バージョンを表すラベルを指定してください。HPKE は\
          info を標準で備えています。
          """),
      library: .crypto),
    severity: .low, confidence: .high, cwe: [1204], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        let key = secret.hkdfDerivedSymmetricKey(using: SHA256.self, salt: Data(), sharedInfo: Data(), outputByteCount: 32)
        """,
      good: """
        let key = secret.hkdfDerivedSymmetricKey(
          using: SHA256.self, salt: Data(), sharedInfo: Data("chat 1 sender".utf8), outputByteCount: 32)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("hkdfDerivedSymmetricKey") + source.facts.calls("deriveKey")
    where Self.lacksContext(call, source) { add(call, &report) }
  }

  /// Whether `call` derives a key by HKDF and says nothing of what it is for.
  static func lacksContext(_ call: Call, _ source: SwiftSource) -> Bool {
    switch call.name {
    case "hkdfDerivedSymmetricKey":
      guard let salt = call.argument("salt"), let info = call.argument("sharedInfo") else { return false }
      return isEmpty(salt, call.scope, in: source) && isEmpty(info, call.scope, in: source)
    case "deriveKey":
      guard call.receiverPath.last == "HKDF", call.argument("inputKeyMaterial") != nil else { return false }
      let context = [call.argument("salt"), call.argument("info")].compactMap(\.self)
      return context.allSatisfy { isEmpty($0, call.scope, in: source) }
    default: return false
    }
  }

  private func add(_ call: Call, _ report: inout FileReport) {
    report.add(
      Self.self, at: call.range,
      LocalizedText(
        "\(call.name) gets neither salt nor context.", ja: "\(call.name) にソルトもコンテキストも指定されていません。"))
  }

  private static func isEmpty(_ expression: ExprSyntax, _ scope: ScopeID, in source: SwiftSource) -> Bool {
    source.origins(of: expression, in: scope).allSatisfy { origin in
      if let call = Call(origin.expression, scope: origin.scope), ["Data", "Array"].contains(call.name) {
        return call.arguments.isEmpty && call.closures.isEmpty
      }
      return switch source.fold(origin.expression, in: origin.scope) {
      case .bytes(let bytes): bytes.isEmpty
      case .string(let text): text.isEmpty
      case .array(let values): values.isEmpty
      default: false
      }
    }
  }
}
