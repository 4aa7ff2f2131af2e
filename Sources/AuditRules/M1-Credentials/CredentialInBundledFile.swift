import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A password, key or token in a file of settings: property list, JSON, YAML, strings, `.xcconfig`, `.env` or table.
struct CredentialInBundledFile: TextRule, PropertyListRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "credential-in-bundled-file",
    title: LocalizedText("Credential in a settings file", ja: "設定ファイルに書かれた認証情報"),
    why: LocalizedText(
      """
      Files of an app are readable by everyone who downloads it, and files of a repository by everyone who ever had \
      it. Whoever reads the value acts as the account it belongs to.
      """,
      ja: """
        アプリに含まれるファイルは入手した誰でも読め、リポジトリのファイルは一度でも取得した者が読めます。\
        値を読んだ者は、そのアカウントとして行動できます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Take the value out of the tree and revoke it; let the server hold secrets of services, and keep those of a \
        user with Keychain.set(_:for:). Build settings can name it as $(NAME) and get it from the build machine.
        """,
        ja: """
          値をツリーから取り除いて失効させてください。サービスの秘密情報はサーバーに置き、利用者の秘密情報は \
          Keychain.set(_:for:) で保存してください。ビルド設定では $(NAME) と書き、ビルド環境から渡せます。
          """),
      library: .keychain),
    severity: .high, confidence: .high, cwe: [260], owaspMobile2024: [.m1], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      language: "json",
      bad: #"{ "endpoint": "https://api.example.jp", "databasePassword": "Momiji-2024kaede" }"#,
      good: #"{ "endpoint": "https://api.example.jp", "databasePassword": "$(DATABASE_PASSWORD)" }"#))

  // MARK: Text

  func check(_ text: TextSource, _ report: inout FileReport) {
    guard text.context == .app, !MadeUpPath.holds(text.path),
      let format = SettingsDocument.format(ofPath: text.path)
    else { return }
    for entry in SettingsDocument(text.bytes, format: format).entries {
      // Texts for people stand beside keys that name what they are about.
      let needsStrength = format == .strings || Self.isOfTexts(text.path)
      guard let literal = Self.credential(entry.name, entry.value),
        literal.strength == .strong || !needsStrength && literal.strength == .plausible
      else { continue }
      add(entry.name, literal, at: text.lines.region(of: entry.range), &report)
    }
    for match in ConnectionString.all(in: text.bytes[...]) {
      add(match.scheme, in: text.bytes, match.password, text.lines.region(of: match.password), &report)
    }
  }

  // MARK: Property lists

  func check(_ list: PropertyListSource, _ report: inout FileReport) {
    guard list.text.context == .app, !MadeUpPath.holds(list.text.path), list.kind != .privacyManifest,
      list.kind != .entitlements
    else { return }
    var waiting: [PropertyList] = [list.root]
    while let value = waiting.popLast() {
      waiting += value.array ?? []
      guard let dictionary = value.dictionary else { continue }
      for entry in dictionary.entries {
        waiting.append(entry.value)
        guard let text = entry.value.string ?? entry.value.integer.map({ String($0) }) else { continue }
        if let literal = Self.credential(entry.key, text), literal.strength > .word {
          add(entry.key, literal, at: list.region(of: entry.range), &report)
        }
        let bytes = Array(text.utf8)
        for match in ConnectionString.all(in: bytes[...]) {
          add(match.scheme, in: bytes, match.password, list.region(of: entry.range), &report)
        }
      }
    }
  }

  /// Whether the file lies with the texts of an interface in other languages.
  private static func isOfTexts(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains { textFolders.contains($0.lowercased()) }
  }

  private static let textFolders: Set = [
    "locale", "locales", "lang", "langs", "language", "languages", "i18n", "l10n", "translation",
    "translations",
    "localization", "localizations",
  ]

  // MARK: Both

  private static func credential(_ name: String, _ value: String) -> CredentialLiteral? {
    guard name.utf8.count <= 80, SensitiveLexicon.meaning(of: name) == .secret,
      !OAuthParameter.isClientSecret(name), let literal = CredentialLiteral(value, name: name),
      // Keys with a form of their own are named by `provider-token`.
      ProviderTokens.first(in: value) == nil, !isReference(value), !isUUID(value),
      SignedToken(value)?.mayOpenSomething != false
    else { return nil }
    return literal
  }

  /// A UUID names something; services hand out longer values.
  private static func isUUID(_ value: String) -> Bool {
    let parts = value.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
  }

  /// Names of variables and of entries of a vault, hashes, truth values and numbers with a unit.
  private static func isReference(_ value: String) -> Bool {
    value.hasPrefix("$") || value.hasPrefix("%") || value.hasPrefix("!") || value.hasPrefix("@")
      || value.hasPrefix("env:")
      || value.contains("${{") || value.contains("://")
      || ["vault:", "op:", "ssm:", "secrets.", "keychain:"].contains(where: value.lowercased().hasPrefix)
  }

  private func add(
    _ name: String, _ literal: CredentialLiteral, at region: SourceRegion, _ report: inout FileReport
  ) {
    let shown = SecretMask.masked(literal.value)
    report.add(
      Self.self, in: region,
      LocalizedText("“\(name)” holds the value “\(shown)”.", ja: "「\(name)」に値「\(shown)」が書かれています。"),
      confidence: literal.strength == .strong ? .high : .medium, secrets: [literal.value])
  }

  private func add(
    _ scheme: String, in bytes: [UInt8], _ password: Range<Int>, _ region: SourceRegion,
    _ report: inout FileReport
  ) {
    report.add(
      Self.self, in: region,
      LocalizedText(
        "The address of the \(scheme) server holds a password.", ja: "\(scheme) サーバーのアドレスにパスワードが含まれています。"),
      secrets: [String(decoding: bytes[password], as: UTF8.self)])
  }
}
