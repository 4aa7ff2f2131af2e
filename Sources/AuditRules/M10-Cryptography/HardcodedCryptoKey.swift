import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A key that is the same in every copy of the app.
struct HardcodedCryptoKey: SwiftRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "hardcoded-crypto-key",
    title: LocalizedText("Key in the program", ja: "プログラムに埋め込まれた鍵"),
    why: LocalizedText(
      """
      A key that stands in the program is the same for everyone and can be read from the app's file in \
      minutes; all that was ever encrypted or signed with it is open.
      """,
      ja: """
        プログラム中の鍵は全利用者に共通で、アプリのファイルから数分で取り出せます。その鍵で暗号化または署名したすべてのデータが\
        破られます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Make the key at random with SymmetricKey(size: .bits256), keep it in the Keychain (Keychain.getOrCreate), or \
        derive it from what the user knows (PasswordHasher).
        """,
        ja: """
          鍵は SymmetricKey(size: .bits256) で乱数から生成して Keychain（Keychain.getOrCreate）に\
          保存するか、利用者のパスワードから導出（PasswordHasher）してください。
          """),
      library: .crypto),
    severity: .critical, confidence: .high, cwe: [321], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        let key = SymmetricKey(data: Data("tsukimi-journal-key-0123456789ab".utf8))
        """,
      good: """
        let key = SymmetricKey(size: .bits256)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var reported: Set<Range<Int>> = []
    for use in CryptoUse.all(in: source) where use.kind != .authentication {
      for role in [CryptoRole.key, .password] {
        guard let argument = use.arguments[role],
          let constant = use.data(role, in: source).first(where: { !$0.isEmpty }),
          reported.insert(argument.utf8Range).inserted
        else { continue }
        add(use.name, role, constant, at: use.place(role, in: source), &report)
      }
    }
    for statement in source.facts.strings
    where Self.isPragma(statement.node) && PragmaKeyWithoutCipher.setsKey(statement.node) {
      guard let constant = source.constants(reaching: ExprSyntax(statement.node), in: statement.scope).first,
        reported.insert(statement.range).inserted
      else { continue }
      add("PRAGMA key", .password, constant, at: statement.range, &report)
    }
  }

  /// A quick look at the beginning: most literals are something else.
  static func isPragma(_ literal: StringLiteralExprSyntax) -> Bool {
    guard case .stringSegment(let start)? = literal.segments.first else { return false }
    return start.content.text.drop(while: \.isWhitespace).prefix(6).lowercased() == "pragma"
  }

  private func add(
    _ name: String, _ role: CryptoRole, _ constant: KnownConstant, at range: Range<Int>,
    _ report: inout FileReport
  ) {
    let what =
      role == .key
      ? LocalizedText("key given to \(name)", ja: "\(name) に渡される鍵")
      : LocalizedText("password from which \(name) makes a key", ja: "\(name) が鍵の元にするパスワード")
    let place =
      constant.isFromBundle
      ? LocalizedText("is read from the app's Info.plist", ja: "アプリの Info.plist から読み込まれています")
      : LocalizedText("is a constant of the program", ja: "プログラム中の定数です")
    report.add(
      Self.self, at: range,
      LocalizedText(
        "The \(what.english) \(place.english), so everyone who has the app has it; make a random key and keep it in the Keychain.",
        ja: "\(what.japanese)は\(place.japanese)。アプリを持つ誰もが入手できるため、乱数で生成して Keychain に保存してください。"),
      severity: constant.isFromBundle ? .medium : nil,
      related: constant.steps, secrets: constant.secrets)
  }
}

extension HardcodedCryptoKey: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for use in CCryptoUse.all(in: source) where use.kind != .authentication {
      for role in [CryptoRole.key, .password] {
        guard let argument = use.arguments[role], let constant = use.constant(role, in: source),
          constant.isData,
          !constant.isEmpty
        else { continue }
        add(
          use.name, role, constant.known(source, besides: argument), at: use.place(role, in: source), &report)
      }
    }
  }
}
