import AuditEngine
import OmamoriCore
import OmamoriReport

/// A key or token of a known service, in a file of any kind.
struct ProviderToken: LiveSecretRule, SecretRule {
  static let examinesTests = true
  static let metadata = RuleMetadata(
    id: "provider-token",
    title: LocalizedText("Key or token of a service", ja: "外部サービスのキーまたはトークン"),
    why: LocalizedText(
      """
      The form of the value shows whose it is. Crawlers look for such keys in repositories and apps and use them within \
      minutes, at the owner's cost.
      """,
      ja: """
        値の形式から、どのサービスのものか分かります。このようなキーはリポジトリやアプリから自動収集され、\
        数分のうちに所有者の負担で悪用されます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Revoke the key at the service now, move the call to your server, and keep per-user tokens with \
        Keychain.set(_:for:).
        """,
        ja: """
          直ちにサービス側でキーを失効させ、呼び出しはサーバーに移してください。\
          利用者ごとのトークンは Keychain.set(_:for:) で保存してください。
          """),
      library: .keychain),
    severity: .critical, confidence: .high, cwe: [798], owaspMobile2024: [.m1], owaspMobile2016: [.m9],
    masvs: ["STORAGE-1"], mastg: [213],
    example: RuleMetadata.Example(
      // Written in two parts, so that no scanner takes this file for a leak.
      bad: #"let photoBucketUser = "AKIA"# + #"M7A7XWZTSAQPVJLG""#,
      good: #"let photoBucketUser = try await server.temporaryCredentials().accessKey"#))

  func check(_ text: TextSource, _ report: inout FileReport) {
    for match in ProviderTokens.all(in: text.bytes) {
      let value = String(decoding: text.bytes[match.range], as: UTF8.self)
      // The keys of a session end after hours; those in tests have.
      if text.context == .test, value.hasPrefix("ASIA") { continue }
      let shown = SecretMask.masked(value)
      report.add(
        Self.self, at: match.range,
        LocalizedText(
          "“\(shown)” has the form of a secret of \(match.format.provider).",
          ja: "「\(shown)」は \(match.format.provider) の秘密情報の形式です。"),
        severity: Self.severity(of: match.format, in: text), secrets: [value])
    }
  }

  private static func severity(of format: ProviderTokenFormat, in text: TextSource) -> Severity {
    if text.context != .app { return .low }
    guard format.isRestrictable else { return .critical }
    // The file that Firebase generates holds a key that every app carries.
    return text.path.hasSuffix("GoogleService-Info.plist") ? .info : .high
  }
}
