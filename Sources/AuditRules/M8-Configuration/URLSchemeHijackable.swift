import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A URL scheme that other apps are likely to register too.
struct URLSchemeHijackable: PropertyListRule {
  static let metadata = RuleMetadata(
    id: "url-scheme-hijackable",
    title: LocalizedText("URL scheme that others can take", ja: "他のアプリに奪われやすい URL スキーム"),
    why: LocalizedText(
      """
      Any app may register any scheme, and the system does not say which one wins. What is sent to a common name, such \
      as a code of a login, may reach somebody else's app.
      """,
      ja: "どのアプリも任意のスキームを登録でき、どれが優先されるかは決まっていません。ありふれた名前に送られたサインインのコードなどが、別のアプリに渡る恐れがあります。"),
    fix: RuleFix(
      LocalizedText(
        "Receive logins through a universal link (https), with PKCE; or name the scheme after a domain you own.",
        ja: "サインインの結果は PKCE とユニバーサルリンク（https）で受け取るか、所有するドメインに基づくスキーム名にしてください。"),
      library: .auth),
    severity: .low, confidence: .high, cwe: [939], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "plist",
      bad: """
        <key>CFBundleURLTypes</key><array><dict>
        <key>CFBundleURLSchemes</key><array><string>login</string></array></dict></array>
        """,
      good: """
        <key>CFBundleURLTypes</key><array><dict>
        <key>CFBundleURLSchemes</key><array><string>jp.example.app</string></array></dict></array>
        """))

  func check(_ list: PropertyListSource, _ report: inout FileReport) {
    guard list.kind == .infoPlist else { return }
    for type in list.root["CFBundleURLTypes"]?.array ?? [] {
      for scheme in type["CFBundleURLSchemes"]?.array ?? [] {
        guard let name = scheme.string?.lowercased() else { continue }
        let message: LocalizedText
        if Self.wellKnown.contains(name) {
          message = LocalizedText(
            "The scheme “\(name)” belongs to another app.", ja: "スキーム「\(name)」は別のアプリのものです。")
        } else if Self.generic.contains(name) {
          message = LocalizedText("The scheme “\(name)” is a common word.", ja: "スキーム「\(name)」はありふれた名前です。")
        } else {
          continue
        }
        report.add(
          Self.self, at: list.text.bytes(in: scheme.range), message,
          confidence: Self.ofRoles.contains(name) ? .low : nil)
      }
    }
  }

  private static let generic: Set<String> = [
    "app", "apps", "myapp", "myscheme", "scheme", "customscheme", "urlscheme", "deeplink", "link", "links",
    "open", "login",
    "signin", "auth", "oauth", "oauth2", "sso", "callback", "redirect", "return", "pay", "payment",
    "payments", "checkout",
    "wallet", "bank", "banking", "shop", "store", "share", "test", "demo", "example", "sample", "debug",
    "dev", "main",
    "home", "user", "account", "profile", "token", "api", "ios", "mobile", "client", "game", "news", "chat",
    "message",
  ]
  /// Schemes that browsers, players and mail programs declare to be chosen for them; iOS gives them to nobody else.
  private static let ofRoles: Set<String> = ["http", "https", "mailto"]
  private static let wellKnown: Set<String> = [
    "http", "https", "mailto", "tel", "sms", "facetime", "fb", "twitter", "instagram", "whatsapp", "line",
    "comgooglemaps",
    "youtube", "tg", "skype", "spotify", "googlechrome", "firefox", "cydia", "paypal", "venmo", "weixin",
    "wechat", "alipay",
    "maps", "music", "itms-apps",
  ]
}
