import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A key made from what others know or can guess: the device's identifier, a name, the time.
struct PredictableKey: SwiftRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "predictable-key",
    title: LocalizedText("Key made from known values", ja: "推測できる値から作られた鍵"),
    why: LocalizedText(
      """
      Identifiers, names and times are no secrets: servers log them, other apps read them, and a hash of \
      them has no more possibilities than they have. Whoever knows them has the key.
      """,
      ja: """
        識別子、名前、時刻は秘密ではありません。サーバーの記録にも残り、ハッシュ化しても候補の数は増えません。\
        それらの値を知る者は鍵を作り出せます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Make the key at random, SymmetricKey(size: .bits256), and keep it in the Keychain (Keychain.set(_:for:)); \
        identifiers belong into the context of a derivation, never into its key.
        """,
        ja: """
          鍵は SymmetricKey(size: .bits256) で乱数から生成し、Keychain（Keychain.set(_:for:)）に保存してください。\
          識別子は鍵導出の文脈情報として使い、鍵そのものには使用しないでください。
          """),
      library: .crypto),
    severity: .high, confidence: .high, cwe: [330], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        let vendor = UIDevice.current.identifierForVendor?.uuidString ?? ""
        let key = SymmetricKey(data: SHA256.hash(data: Data(vendor.utf8)))
        """,
      good: """
        let key = try store.key(for: "diary") ?? SymmetricKey(size: .bits256)
        """))

  static let triggers: Set<String> = KeyUse.triggers.union(KeyDerivation.names).union(KnownValue.identifiers)

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var reported: Set<Range<Int>> = []
    let keys =
      KeyUse.all(in: source).map { ($0.name, $0.key, $0.scope) }
      + KeyDerivation.all(in: source).compactMap { derivation in
        derivation.password.map { (derivation.call.name, $0, derivation.call.scope) }
      }
    checkDatabaseKeys(source, &report)
    for (name, key, scope) in keys {
      for origin in source.origins(of: key, in: scope) {
        guard case .known(let part, let isCertain) = KnownValue(origin.expression, origin.scope, source),
          reported.insert(key.utf8Range).inserted
        else { continue }
        report.add(
          Self.self, at: key.utf8Range,
          LocalizedText(
            "The key given to \(name) follows from \(part), which is no secret, so others can compute it; make a random key and keep it in the Keychain.",
            ja: "\(name) の鍵は、秘密ではない \(part) から作られており、他者が計算できます。乱数で生成して Keychain に保存してください。"),
          confidence: isCertain ? .high : .medium)
      }
    }
  }

  /// `PRAGMA key = '…'` with the identifier of the device in it.
  private func checkDatabaseKeys(_ source: SwiftSource, _ report: inout FileReport) {
    for statement in source.facts.strings where PragmaKeyWithoutCipher.setsKey(statement.node) {
      guard
        case .known(let part, let isCertain) = KnownValue(ExprSyntax(statement.node), statement.scope, source),
        isCertain
      else { continue }
      report.add(
        Self.self, at: statement.range,
        LocalizedText(
          "The key of the database follows from \(part), which is no secret, so others can compute it; make a random key and keep it in the Keychain.",
          ja: "データベースの鍵は、秘密ではない \(part) から作られており、他者が計算できます。乱数で生成して Keychain に保存してください。"))
    }
  }
}
