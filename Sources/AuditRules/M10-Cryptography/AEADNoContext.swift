import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Several kinds of records under one key, none of which says what it is.
struct AEADNoContext: SwiftRule {
  static let metadata = RuleMetadata(
    id: "aead-no-context",
    title: LocalizedText("Sealed records without associated data", ja: "付加データのない暗号化レコード"),
    why: LocalizedText(
      """
      Sealed under one key without a context, one record opens in the place of another: whoever can write \
      the store swaps them, and every check still succeeds.
      """,
      ja: """
        1 つの鍵で文脈情報なしに暗号化すると、あるレコードを別のレコードの位置でも復号できます。\
        保存先に書き込める者が両者を入れ替えても、検査はすべて成功します。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Pass authenticating: with the kind, the owner and the version of the record (FieldSealer does so), \
        or derive one key for each kind.
        """,
        ja: """
          authenticating: にレコードの種類、所有者、版を渡す（FieldSealer は自動で付加します）か、\
          種類ごとに鍵を導出してください。
          """),
      library: .crypto),
    severity: .low, confidence: .low, cwe: [345], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        final class Store {
          let key: SymmetricKey
          func put(note: Data) throws { notes.append(try AES.GCM.seal(note, using: key)) }
          func put(contact: Data) throws { contacts.append(try AES.GCM.seal(contact, using: key)) }
        }
        """,
      good: """
        final class Store {
          let key: SymmetricKey
          func put(note: Data) throws { notes.append(try AES.GCM.seal(note, using: key, authenticating: noteKind)) }
          func put(contact: Data) throws { contacts.append(try AES.GCM.seal(contact, using: key, authenticating: kind)) }
        }
        """))

  static let triggers: Set<String> = ["seal"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    checkPurposes(source, &report)
    var groups: [String: [Call]] = [:]
    for call in source.facts.calls("seal") {
      guard call.receiverPath.contains(where: { ["GCM", "ChaChaPoly"].contains($0) }),
        let key = call.argument("using").flatMap(NamePath.last),
        let type = source.facts.typeName(around: call.scope), source.facts.member(key, of: type) != nil
      else { continue }
      groups[type + "." + key, default: []].append(call)
    }
    for name in groups.keys.sorted() {
      guard let calls = groups[name], calls.allSatisfy({ $0.argument("authenticating") == nil }),
        let first = calls.first
      else { continue }
      let functions = Set(calls.compactMap { source.facts.function(around: $0.scope)?.scope })
      let kinds = Set(calls.compactMap { $0.arguments.first.map { source.quote($0.value) } })
      guard functions.count > 1, kinds.count > 1 else { continue }
      report.add(
        Self.self, at: first.range,
        LocalizedText(
          "\(name) seals \(kinds.count) kinds of records, and none carries a context.",
          ja: "\(name) で \(kinds.count) 種類のレコードを、文脈情報なしに暗号化しています。"),
        related: calls.dropFirst().prefix(8).map {
          report.step(at: $0.range, LocalizedText("Another record under the key.", ja: "同じ鍵の別のレコードです。"))
        })
    }
  }

  /// A function that is told what the record is for and leaves that out.
  private func checkPurposes(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("seal") {
      guard call.receiverPath.contains(where: { ["GCM", "ChaChaPoly"].contains($0) }),
        call.argument("authenticating") == nil,
        let function = source.facts.function(around: call.scope),
        let purpose = (function.parameters ?? []).lazy.map({ ($0.secondName ?? $0.firstName).text })
          .first(where: { ["purpose", "kind", "context", "recordType"].contains($0) }),
        source.facts.references(purpose, in: function.scope).isEmpty
      else { continue }
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "\(function.name) is given the \(purpose) of the record and does not authenticate it.",
          ja: "\(function.name) はレコードの \(purpose) を受け取りますが、認証の対象に含めていません。"))
    }
  }
}
