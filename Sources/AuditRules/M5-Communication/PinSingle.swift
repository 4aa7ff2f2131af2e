import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A pin set with one pin: when that key has to be replaced, every installed app loses its server.
struct PinSingle: SwiftRule {
  static let metadata = RuleMetadata(
    id: "pin-single",
    title: LocalizedText("Pin set without a backup pin", ja: "バックアップピンのないピンのセット"),
    why: LocalizedText(
      """
      When the one pinned key is lost or stolen, the app either stops working for everyone until they update, or the \
      team keeps using a key it should have revoked.
      """,
      ja: """
        唯一のピンの鍵を失ったり盗まれたりすると、利用者が更新するまでアプリが使えなくなるか、\
        失効させるべき鍵を使い続けることになります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Pin a second key that is kept offline. PinSet(primary:backups:) requires one.",
        ja: "オフラインで保管する 2 つ目の鍵もピン留めしてください。PinSet(primary:backups:) はこれを必須とします。"),
      library: .transport),
    severity: .medium, confidence: .medium, cwe: [1188], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        let pinnedKeyHashes: Set<String> = ["r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="]
        """,
      good: """
        let pinnedKeyHashes: Set<String> = [
          "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=",
          "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=",
        ]
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for binding in source.facts.bindings where isList(binding.value) && Self.isPinName(binding.name) {
      check(binding.value, binding.scope, source, &report)
    }
    for assignment in source.facts.assignments where assignment.operation == "=" && isList(assignment.value) {
      if let name = assignment.name, Self.isPinName(name) {
        check(assignment.value, assignment.scope, source, &report)
      }
    }
    for reference in source.facts.references["kTSKPublicKeyHashes"] ?? [] {
      let element = reference.node.ancestor(DictionaryElementSyntax.self, within: 4)
      check(element?.value, reference.scope, source, &report)
    }
  }

  private func isList(_ value: ExprSyntax?) -> Bool {
    value?.kind == .arrayExpr || value?.kind == .dictionaryExpr
  }

  /// Speaks about a list of one SHA-256 in base64, alone or under a host name.
  private func check(
    _ value: ExprSyntax?, _ scope: ScopeID, _ source: SwiftSource, _ report: inout FileReport
  ) {
    if let literal = value?.as(DictionaryExprSyntax.self), case .elements(let elements) = literal.content {
      for element in elements { check(element.value, scope, source, &report) }
      return
    }
    guard let array = value?.as(ArrayExprSyntax.self), array.elements.count == 1,
      let pin = array.elements.first.flatMap({ source.fold($0.expression, in: scope).string }),
      Self.isPin(pin)
    else { return }
    report.add(
      Self.self, at: array.utf8Range,
      LocalizedText("The only pin is \(pin.prefix(8))….", ja: "ピンが \(pin.prefix(8))… の 1 つだけです。"))
    report.note(
      .pinningBroken, at: array.utf8Range,
      LocalizedText("A pin set has no backup.", ja: "バックアップのないピンのセットがあります。"))
  }

  /// Names under which digests of keys or certificates are kept; the form of the value decides the rest.
  private static func isPinName(_ name: String) -> Bool {
    !pinWords.isDisjoint(with: Words.of(name))
  }

  private static let pinWords: Set<String> = [
    "pin", "pins", "pinned", "pinning", "hash", "hashes", "fingerprint", "fingerprints", "spki", "keys",
    "certificates",
    "certs",
  ]

  /// A SHA-256 in base64, with or without `sha256/` in front.
  private static func isPin(_ text: String) -> Bool {
    let body = text.split(separator: "/", maxSplits: 1).first == "sha256" ? text.dropFirst(7) : text[...]
    return body.utf8.count == 44 && body.hasSuffix("=")
      && body.dropLast().utf8.allSatisfy {
        ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2F
      }
  }
}
