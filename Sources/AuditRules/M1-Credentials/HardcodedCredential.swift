import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A password, key or token that is written into the program.
struct HardcodedCredential: SwiftRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "hardcoded-credential",
    title: LocalizedText("Hard-coded credential", ja: "ソースコードに埋め込まれた認証情報"),
    why: LocalizedText(
      """
      A literal is in every copy of the app and readable with `strings`. Whoever extracts it acts as the app or as the \
      account, and it cannot be changed without a new release.
      """,
      ja: """
        リテラルは配布されるすべてのアプリに含まれ、strings コマンドで読み取れます。取り出した者はアプリやアカウントになりすますことができ、\
        新しい版を配布しない限り変更できません。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Fetch the secret for the signed-in user from your server and keep it with Keychain.set(_:for:); revoke the one \
        that has shipped.
        """,
        ja: """
          秘密情報はサインインした利用者ごとにサーバーから取得し、Keychain.set(_:for:) で保存してください。\
          配布済みの値は失効させてください。
          """),
      library: .keychain),
    severity: .high, confidence: .high, cwe: [798], owaspMobile2024: [.m1], owaspMobile2016: [.m9],
    example: RuleMetadata.Example(
      bad: #"let weatherApiKey = "wx9f27c41b7d3e8820a6""#,
      good: #"let weatherApiKey = try keychain.get("weather")"#))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var seen: Set<Range<Int>> = []
    for slot in CredentialSlot.all(in: source) where SensitiveLexicon.meaning(of: slot.name) == .secret {
      guard !Self.belongsToOthers(slot, source) else { continue }
      for part in source.constantParts(of: slot.value, in: slot.scope) {
        // A name for a literal is reported where the literal is, if that name says secret as well.
        if let name = part.reference, SensitiveLexicon.meaning(of: name) == .secret { continue }
        guard let literal = CredentialLiteral(part.text, name: slot.name), literal.strength > .word,
          ProviderTokens.first(in: part.text) == nil, !source.isMadeUp(part.node),
          slot.kind != .enumCase || literal.strength == .strong,
          seen.insert(part.node.utf8Range).inserted
        else { continue }
        let shown = SecretMask.masked(part.text)
        report.add(
          Self.self, at: part.node.utf8Range,
          LocalizedText(
            "`\(slot.name)` holds the literal “\(shown)”, which every copy of the app contains.",
            ja: "`\(slot.name)` にリテラル「\(shown)」が入っており、配布されるすべてのアプリに含まれます。"),
          confidence: MadeUpPath.holds(source.text.path)
            ? .low
            : literal.strength == .strong && !Self.isUUID(part.text) ? .high : Self.weaker(part.text),
          secrets: [part.text])
      }
    }
  }

  private static func weaker(_ text: String) -> Confidence { isUUID(text) ? .low : .medium }

  private static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
  }

  /// More specific rules speak about these.
  private static func belongsToOthers(_ slot: CredentialSlot, _ source: SwiftSource) -> Bool {
    let words = Words.of(slot.name)
    if words.contains("cvv") || words.contains("cvc") || words.contains("cvn") { return true }
    // A client secret that is sent is reported by `oauth-client-secret-in-app`.
    return slot.kind == .entry && OAuthParameter.isClientSecret(slot.name)
  }
}
