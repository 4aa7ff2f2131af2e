import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A session or password kept as a cookie on disk.
struct CookieStoresCredential: SwiftRule {
  static let metadata = RuleMetadata(
    id: "cookie-stores-credential",
    title: LocalizedText("Credential kept in a cookie", ja: "Cookie に保存された認証情報"),
    why: LocalizedText(
      """
      The shared cookie store is a file in the app's container. A session cookie in it survives restarts \
      and is copied by backups and file readers.
      """,
      ja: """
        共有の Cookie ストアはアプリのコンテナ内のファイルです。セッション Cookie は再起動後も残り、\
        バックアップやファイル取得ツールでコピーされます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Keep the token in the Keychain and send it in a header, or use URLSessionConfiguration.ephemeral \
        (TokenSession, SecureSession).
        """,
        ja: """
          トークンは Keychain に保存してヘッダーで送信するか、URLSessionConfiguration.ephemeral（TokenSession、\
          SecureSession）を使用してください。
          """),
      library: .auth),
    severity: .medium, confidence: .high, cwe: [315, 539], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        let cookie = HTTPCookie(properties: [.name: "session", .value: session, .domain: "tsukimi.example", .path: "/"])!
        HTTPCookieStorage.shared.setCookie(cookie)
        """,
      good: """
        let cookie = HTTPCookie(properties: [.name: "lang", .value: "ja", .domain: "tsukimi.example", .path: "/"])!
        HTTPCookieStorage.shared.setCookie(cookie)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("setCookie") + source.facts.calls("setCookies") {
      guard let argument = call.arguments.first?.value, !isEphemeral(call, source),
        let cookie = cookie(argument, call.scope, source), let properties = properties(of: cookie, source),
        let name = credential(properties)
      else { continue }
      let isPersistent = properties.contains(anyOf: ["expires", "maximumAge", "Expires", "Max-Age"])
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "The cookie \(name) carries a credential into the cookie store.",
          ja: "認証情報を持つ Cookie「\(name)」が Cookie ストアに保存されています。"),
        confidence: isPersistent ? .high : .medium)
    }
  }

  /// The call that makes the cookie, directly, through a name or as the member of a list.
  private func cookie(_ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Call? {
    if let list = expression.as(ArrayExprSyntax.self), let first = list.elements.first?.expression {
      return cookie(first, scope, source)
    }
    return source.origins(of: expression, in: scope).lazy
      .compactMap { Call($0.expression, scope: $0.scope) }
      .first { $0.name == "HTTPCookie" || $0.name == "NSHTTPCookie" }
  }

  private func properties(of cookie: Call, _ source: SwiftSource) -> TrackedDictionary? {
    cookie.argument("properties").flatMap { source.dictionary($0, in: cookie.scope) }
  }

  /// The name of the cookie if it says that the value is a credential.
  private func credential(_ properties: TrackedDictionary) -> String? {
    guard let name = properties["name"]?.string ?? properties["Name"]?.string else { return nil }
    return Self.isCredential(name) ? name : nil
  }

  /// Whether the name of a cookie says that its value lets people in.
  static func isCredential(_ name: String) -> Bool {
    let words = Words.of(name)
    return words.contains(where: credentials.contains) && !words.contains("csrf") && !words.contains("xsrf")
  }

  private func isEphemeral(_ call: Call, _ source: SwiftSource) -> Bool {
    guard let owner = call.receiverPath.first,
      let value = source.binding(named: owner, from: call.scope)?.value
    else {
      return false
    }
    return NamePath.of(value).last == "ephemeral" || Call(value, scope: call.scope)?.name == "nonPersistent"
  }

  private static let credentials: Set = [
    "session", "sessionid", "sid", "phpsessid", "jsessionid", "token", "auth", "login", "password", "jwt",
    "credential",
    "remember",
  ]
}

extension CookieStoresCredential: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for message in source.messages("setCookie:").prefix(ObjectiveCSource.closeLooks) {
      guard let properties = Self.properties(of: message.arguments[0], message, source),
        let name = ObjectiveCCookie.name(properties, source), Self.isCredential(name)
      else { continue }
      let isPersistent = ["NSHTTPCookieExpires", "NSHTTPCookieMaximumAge", "Expires", "Max-Age"]
        .contains { properties[$0] != nil }
      report.add(
        Self.self, at: source.bytes(of: message.tokens),
        LocalizedText(
          "The cookie \(name) carries a credential into the cookie store.",
          ja: "認証情報を持つ Cookie「\(name)」が Cookie ストアに保存されています。"),
        confidence: isPersistent ? .high : .medium)
    }
  }

  /// The properties of the cookie that `range` is, made there or given to a variable before.
  private static func properties(
    of range: Range<Int>, _ use: MessageSend, _ source: ObjectiveCSource
  ) -> CDictionary? {
    var range = source.bare(range)
    if range.count == 1 {
      let made = source.assignments(to: source.tokens[range.lowerBound].text).last {
        $0.function == use.function && $0.target.lowerBound < use.tokens.lowerBound
      }
      guard let made else { return nil }
      range = source.bare(made.value)
    }
    guard let message = source.message(at: range),
      ["cookieWithProperties:", "initWithProperties:"].contains(message.selector)
    else { return nil }
    return source.dictionary(message.arguments[0], in: message.function)
  }
}
