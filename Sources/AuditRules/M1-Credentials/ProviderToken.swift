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
    example: RuleMetadata.Example(
      // Written in two parts, so that no scanner takes this file for a leak.
      bad: #"let photoBucketUser = "AKIA"# + #"M7A7XWZTSAQPVJLG""#,
      good: #"let photoBucketUser = try await server.temporaryCredentials().accessKey"#))

  func check(_ text: TextSource, _ report: inout FileReport) {
    var seen: Set<String> = []
    for match in ProviderTokens.all(in: text.bytes) {
      let value = String(decoding: text.bytes[match.range], as: UTF8.self)
      guard seen.insert(value).inserted else { continue }
      let isMadeUp = text.context != .app || MadeUpPath.holds(text.path)
      // The keys of a session end after hours; those in tests have. Keys of web pages and tokens of any issuer are there
      // to be read by a parser.
      if isMadeUp, value.hasPrefix("ASIA") || match.format.isRestrictable || match.format.isOfAnyIssuer {
        continue
      }
      if Self.isPublic(match.format, in: text) {
        report.add(
          Self.self, at: match.range,
          LocalizedText(
            "“\(SecretMask.masked(value))” is a key of \(match.format.provider) that every app carries; restrict it to the app and its services.",
            ja:
              "「\(SecretMask.masked(value))」はどのアプリにも含まれる \(match.format.provider) の公開キーです。アプリと利用サービスを制限してください。"
          ),
          severity: .info, secrets: [value])
        continue
      }
      let shown = SecretMask.masked(value)
      report.add(
        Self.self, at: match.range,
        LocalizedText(
          "“\(shown)” has the form of a secret of \(match.format.provider).",
          ja: "「\(shown)」は \(match.format.provider) の秘密情報の形式です。"),
        severity: isMadeUp ? .low : match.format.isRestrictable ? .high : .critical, secrets: [value])
    }
  }

  /// Whether it is a key of a client: in a page for browsers, or in the settings that Firebase generates, whatever the
  /// file is called.
  private static func isPublic(_ format: ProviderTokenFormat, in text: TextSource) -> Bool {
    guard format.isRestrictable else { return false }
    if [".html", ".htm", ".xhtml"].contains(where: text.path.lowercased().hasSuffix) { return true }
    return text.path.hasSuffix("GoogleService-Info.plist")
      || text.mentions(anyOf: ["gcm_sender_id", "google_app_id", "mobilesdk_app_id"])
  }
}
