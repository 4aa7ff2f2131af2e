import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A card number or the number of a person that is written into the program.
struct HardcodedPersonalData: SwiftRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "hardcoded-personal-data",
    title: LocalizedText("Hard-coded personal data", ja: "ソースコードに埋め込まれた個人情報"),
    why: LocalizedText(
      "The number belongs to somebody and is in every copy of the app and in the history of the repository.",
      ja: "番号は誰かのものであり、配布されたすべてのアプリとリポジトリの履歴に残ります。"),
    fix: RuleFix(
      LocalizedText(
        "Remove the number; in tests use the numbers that card networks publish for them. Keep entered data in Keychain.",
        ja: "番号を削除し、テストでは公開されているテスト用番号を使用してください。入力されたデータは Keychain に保存してください。"),
      library: .keychain),
    severity: .medium, confidence: .medium, cwe: [798], owaspMobile2024: [.m1, .m6], owaspMobile2016: [.m9],
    example: RuleMetadata.Example(
      bad: #"let cardNumber = "4539 1488 0343 6467""#, good: "let cardNumber = form.cardNumber"))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var seen: Set<Range<Int>> = []
    func examine(_ name: String, _ value: ExprSyntax, _ scope: ScopeID) {
      guard let kind = PersonalNumber.Kind(name: name) else { return }
      for part in source.constantParts(of: value, in: scope) {
        guard part.reference == nil, PersonalNumber.isValid(part.text, kind), !source.isMadeUp(part.node),
          seen.insert(part.node.utf8Range).inserted
        else { continue }
        let shown = SecretMask.masked(part.text)
        report.add(
          Self.self, at: part.node.utf8Range,
          LocalizedText(
            "`\(name)` holds “\(shown)”, which is a valid \(kind.title.english).",
            ja: "`\(name)` の「\(shown)」は有効な\(kind.title.japanese)です。"),
          confidence: PersonalNumber.isPublished(part.text) ? .low : nil, secrets: [part.text])
      }
    }
    for slot in CredentialSlot.all(in: source) { examine(slot.name, slot.value, slot.scope) }
    for call in source.facts.calls(labelled: { PersonalNumber.Kind(name: $0) != nil }) {
      for argument in call.arguments {
        if let label = argument.label { examine(label, argument.value, call.scope) }
      }
    }
  }
}
