import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A sign-in page of somebody else inside of a web view of the app.
struct OAuthEmbeddedWebView: SwiftRule {
  static let metadata = RuleMetadata(
    id: "oauth-embedded-webview",
    title: LocalizedText("Sign-in page in an embedded web view", ja: "埋め込み Web ビューでのサインイン"),
    why: LocalizedText(
      """
      The app can read what is typed into its web view, and nobody sees an address that says whose page it is. Providers \
      refuse such requests, and people learn to type their password anywhere (RFC 8252, section 8.12).
      """,
      ja: """
        アプリは自分の Web ビューに入力された内容を読めるうえ、どのサイトのページかを示すアドレスも表示されません。\
        プロバイダーはこの方式を拒否し、利用者はどこにでもパスワードを入力するようになります（RFC 8252 8.12 節）。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use ASWebAuthenticationSession, which shows the address and shares the browser's session. OmamoriAuth does.",
        ja: "アドレスを表示しブラウザーのセッションを共有する ASWebAuthenticationSession を使用してください。OmamoriAuth も使用します。"),
      library: .auth),
    severity: .medium, confidence: .medium, cwe: [1021], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        final class SignIn: UIViewController {
          let webView = WKWebView()
          func start() {
            let url = URL(string: "https://accounts.example.jp/oauth2/authorize?response_type=code")!
            webView.load(URLRequest(url: url))
          }
        }
        """,
      good: """
        final class SignIn: UIViewController {
          func start() {
            let url = URL(string: "https://accounts.example.jp/oauth2/authorize?response_type=code")!
            ASWebAuthenticationSession(url: url, callbackURLScheme: "https", completionHandler: finish).start()
          }
        }
        """))

  static let triggers: Set = ["WKWebView", "UIWebView"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard
      Self.triggers.contains(where: {
        source.facts.references[$0] != nil || source.facts.typeReferences[$0] != nil
      })
    else { return }
    for name in ["load", "loadRequest"] {
      for call in source.facts.calls(name) where isWebView(call, source) {
        guard let request = call.arguments.first?.value,
          let (page, isCertain) = authorization(request, call.scope, source, depth: 0)
        else { continue }
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "The page of “\(page)” is shown in a web view of the app.",
            ja: "「\(page)」のページがアプリの Web ビューに表示されます。"),
          confidence: isCertain ? .medium : .low)
      }
    }
  }

  private func isWebView(_ call: Call, _ source: SwiftSource) -> Bool {
    guard let receiver = call.receiver, let name = NamePath.last(of: receiver) else { return false }
    if Words.of(name).contains(where: { ["web", "webview", "browser", "wk"].contains($0) }) { return true }
    return source.once(Self.self, .file, name) {
      source.facts.bindings(name).contains { binding in
        ([binding.type?.writtenName, binding.value?.trimmedDescription] as [String?]).contains {
          $0?.hasPrefix("WKWebView") == true
        }
      }
    }
  }

  /// The address of a sign-in that `expression` leads to, and whether the address itself says so.
  private func authorization(
    _ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, depth: Int
  ) -> (page: String, isCertain: Bool)? {
    guard depth < 8 else { return nil }
    let value = source.fold(expression, in: scope)
    if let address = value.string ?? value.prefix, !address.isEmpty {
      return Self.isAuthorization(address) ? (Self.shown(address), true) : nil
    }
    if let call = Call(expression, scope: scope),
      ["URLRequest", "NSURLRequest", "URL", "NSURL"].contains(call.name),
      let inner = call.arguments.first?.value
    {
      return authorization(inner, scope, source, depth: depth + 1)
    }
    if let call = Call(expression, scope: scope) { return page(returnedBy: call, source, depth: depth) }
    guard let name = NamePath.last(of: expression) else { return nil }
    if name == "url", let base = Self.base(of: expression), let owner = NamePath.last(of: base),
      let made = source.binding(named: owner, from: scope), putsRequestTogether(made, source)
    {
      return (owner, true)
    }
    if let binding = source.binding(named: name, from: scope), let made = binding.value,
      !source.facts.reassigned.contains(name),
      let found = authorization(made, binding.scope, source, depth: depth + 1)
    {
      return found
    }
    return Self.named(name)
  }

  /// Whether a request is put together where `made` is declared.
  private func putsRequestTogether(_ made: Binding, _ source: SwiftSource) -> Bool {
    let function = source.facts.function(around: made.scope)?.scope
    return source.once(Self.self, function ?? .file, "request") {
      source.facts.strings.contains { fact in
        source.facts.function(around: fact.scope)?.scope == function
          && fact.node.trimmedDescription == "\"response_type\""
      }
    }
  }

  /// The address that a function of this file makes, or that a function is named after.
  private func page(
    returnedBy call: Call, _ source: SwiftSource, depth: Int
  ) -> (page: String, isCertain: Bool)? {
    for function in source.facts.functions(call.name).prefix(2) {
      for value in source.returns(of: function).prefix(8) {
        let scope = source.facts.innermost(at: value.utf8Range.lowerBound, within: function.scope)
        if let found = authorization(value, scope, source, depth: depth + 1) { return found }
      }
    }
    return Self.named(call.name)
  }

  private static func named(_ name: String) -> (page: String, isCertain: Bool)? {
    let words = Set(Words.of(name))
    guard !words.isDisjoint(with: ["oauth", "authorize", "authorization", "authorise"]),
      !words.isDisjoint(with: ["url", "request", "uri", "endpoint", "page", "link"])
    else { return nil }
    return (name, words.contains("oauth") || words.contains("authorize"))
  }

  private static func base(of expression: ExprSyntax) -> ExprSyntax? {
    var inner = expression
    while let next = NamePath.unwrapped(inner) { inner = next }
    return inner.as(MemberAccessExprSyntax.self)?.base
  }

  private static func isAuthorization(_ address: String) -> Bool {
    let address = address.lowercased()
    return marks.contains { address.contains($0) }
  }

  private static func shown(_ address: String) -> String {
    let plain = address.prefix { $0 != "?" }
    return plain.count <= 60 ? String(plain) : plain.prefix(59) + "…"
  }

  private static let marks = [
    "/oauth", "/authorize", "response_type=", "login.microsoftonline.com", "accounts.google.com",
    "appleid.apple.com/auth", "/dialog/oauth", "/connect/authorize", "/openid",
  ]
}
