import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A salt that is the same for everyone.
struct KDFStaticSalt: SwiftRule {
  static let metadata = RuleMetadata(
    id: "kdf-static-salt",
    title: LocalizedText("Constant salt", ja: "固定のソルト"),
    why: LocalizedText(
      """
      With one salt for all, a table computed once opens the password of every user, and equal passwords \
      are seen to be equal.
      """,
      ja: """
        ソルトが全員共通だと、一度計算した表で全利用者のパスワードを破れます。同じパスワードが同じ結果になること\
        も分かります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Take 16 random bytes for every password and store them beside the result; PasswordHasher does so.
        """,
        ja: """
          パスワードごとに 16 バイトの乱数を生成し、結果と共に保存してください。PasswordHasher で\
          は自動で行われます。
          """),
      library: .crypto),
    severity: .high, confidence: .high, cwe: [760], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        let key = try PKCS5.PBKDF2(password: bytes, salt: Array("moon".utf8), iterations: 600_000).calculate()
        """,
      good: """
        let key = try PKCS5.PBKDF2(password: bytes, salt: stored.salt, iterations: 600_000).calculate()
        """))

  static let triggers: Set<String> = CryptoUse.triggers

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    addPasswords(source, &report)
    for use in CryptoUse.all(in: source) {
      guard let salt = use.arguments[.salt] else { continue }
      if let constant = use.data(.salt, in: source).first(where: { !$0.isFromBundle }) {
        add(use.name, constant, at: use.place(.salt, in: source), &report)
        continue
      }
      for origin in source.origins(of: salt, in: use.scope) {
        guard let name = NamePath.of(origin.expression).last,
          Self.identities.contains(Words.of(name).joined(separator: " "))
        else { continue }
        report.add(
          Self.self, at: origin.range,
          LocalizedText(
            "The salt given to \(use.name) is \(name), which others know, so passwords can be tried in advance; use 16 random bytes for each password.",
            ja: "\(use.name) のソルトが他者にも分かる \(name) なので、パスワードを事前に試せます。パスワードごとに 16 バイトの乱数を使用してください。"),
          confidence: .medium)
      }
    }
  }

  /// HKDF may have a fixed salt where its input is a random key; a password needs one of its own.
  private func addPasswords(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("deriveKey") where call.receiver.flatMap(NamePath.last) == "HKDF" {
      guard let salt = call.argument("salt"), let material = call.argument("inputKeyMaterial"),
        isPassword(material, call.scope, source, depth: 0),
        let constant = source.constants(reaching: salt, in: call.scope).first(where: { !$0.isFromBundle })
      else { continue }
      add("HKDF", constant, at: call.range.lowerBound..<salt.utf8Range.upperBound, &report)
    }
  }

  private func isPassword(_ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, depth: Int) -> Bool {
    source.origins(of: value, in: scope).contains { origin in
      if let found = source.sensitive(origin.expression, in: origin.scope) {
        return CryptoNames.isPassword(found.name)
      }
      guard depth < 3, let call = Call(origin.expression, scope: origin.scope), call.name == "SymmetricKey",
        let data = call.argument("data")
      else { return false }
      return isPassword(data, origin.scope, source, depth: depth + 1)
    }
  }

  private func add(
    _ name: String, _ constant: KnownConstant, at range: Range<Int>, _ report: inout FileReport
  ) {
    let what =
      constant.isEmpty
      ? LocalizedText("empty", ja: "空です")
      : LocalizedText("constant and the same for everyone", ja: "定数で、全員に共通です")
    report.add(
      Self.self, at: range,
      LocalizedText(
        "The salt given to \(name) is \(what.english), so one table opens the passwords of all; use 16 random bytes for each password.",
        ja: "\(name) に渡されるソルトは\(what.japanese)。一つの表で全員のパスワードが破られるため、パスワードごとに 16 バイトの乱数を使用してください。"),
      related: constant.steps)
  }

  private static let identities: Set = [
    "user name", "username", "email", "email address", "bundle identifier", "user id", "login",
  ]
}

extension KDFStaticSalt: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for use in CCryptoUse.all(in: source) {
      guard let salt = use.arguments[.salt], let constant = use.constant(.salt, in: source), constant.isData
      else {
        continue
      }
      add(use.name, constant.known(source, besides: salt), at: use.place(.salt, in: source), &report)
    }
  }
}
