import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A cookie made without the `Secure` attribute travels over cleartext connections as well.
struct CookieNotSecure: FixingRule {
  static let metadata = RuleMetadata(
    id: "cookie-not-secure",
    title: LocalizedText("Cookie without the Secure attribute", ja: "Secure 属性のない Cookie"),
    why: LocalizedText(
      """
      A cookie without Secure is sent over plain HTTP too. One cleartext request to the host, forced by a link or a \
      redirect, gives a session away.
      """,
      ja: """
        Secure 属性のない Cookie は平文の HTTP でも送信されます。リンクやリダイレクトで平文のリクエストを\
        1 回発生させるだけで、セッションが漏えいします。
        """),
    fix: RuleFix(
      LocalizedText(
        "Add .secure: \"TRUE\" to the properties. SecureSession keeps no cookies unless asked to.",
        ja: "プロパティに .secure: \"TRUE\" を追加してください。SecureSession は指定しない限り Cookie を保存しません。"),
      library: .transport),
    severity: .low, confidence: .high, cwe: [614], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        let cookie = HTTPCookie(properties: [
          .domain: "tsukimi.example.jp", .path: "/", .name: "session", .value: session,
        ])
        """,
      good: """
        let cookie = HTTPCookie(properties: [
          .domain: "tsukimi.example.jp", .path: "/", .name: "session", .value: session, .secure: "TRUE",
        ])
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("HTTPCookie") {
      guard let argument = call.argument("properties"),
        let properties = source.dictionary(argument, in: call.scope), !properties.hasUnknownAdditions,
        !properties.entries.isEmpty, !properties.contains(anyOf: ["secure", "Secure"])
      else { continue }
      let name = properties["name"]?.string ?? properties["Name"]?.string ?? ""
      let isSession = Words.of(name).contains { ["session", "sid", "auth", "token", "login"].contains($0) }
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "The cookie \(name.isEmpty ? "" : "\"\(name)\" ")is made without .secure.",
          ja: "Cookie\(name.isEmpty ? "" : "「\(name)」")に .secure が指定されていません。"),
        severity: isSession ? .medium : .low, fix: Self.fix(of: argument, in: source))
    }
  }

  static let repair = LocalizedText("Adds .secure: \"TRUE\".", ja: ".secure: \"TRUE\" を追加します。")

  private static func fix(of properties: ExprSyntax, in source: SwiftSource) -> SourceFix? {
    guard let literal = DictionaryAddition(properties, in: source),
      let key = literal.keys.first?.as(MemberAccessExprSyntax.self),
      let name = WrittenValue.member(ExprSyntax(key))
    else { return nil }
    guard key.base == nil || key.base?.trimmedDescription == "HTTPCookiePropertyKey" else { return nil }
    let prefix = key.trimmedDescription.dropLast(name.text.count)
    return SourceFix(repair, literal.adding(prefix + "secure: \"TRUE\""))
  }
}

extension CookieNotSecure: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for message in source.messages("cookieWithProperties:", "initWithProperties:")
      .prefix(ObjectiveCSource.closeLooks)
    {
      guard source.quote(message.receiver).contains("HTTPCookie"),
        let properties = source.dictionary(message.arguments[0], in: message.function), !properties.isOpen,
        !properties.entries.isEmpty, properties["NSHTTPCookieSecure"] == nil, properties["Secure"] == nil
      else { continue }
      let name = ObjectiveCCookie.name(properties, source) ?? ""
      let isSession = Words.of(name).contains { ["session", "sid", "auth", "token", "login"].contains($0) }
      report.add(
        Self.self, at: source.bytes(of: message.tokens),
        LocalizedText(
          "The cookie \(name.isEmpty ? "" : "\"\(name)\" ")is made without NSHTTPCookieSecure.",
          ja: "Cookie\(name.isEmpty ? "" : "「\(name)」")に NSHTTPCookieSecure が指定されていません。"),
        severity: isSession ? .medium : .low)
    }
  }
}

/// What rules about cookies ask of the dictionary that one is made of.
enum ObjectiveCCookie {
  /// The name of the cookie, if it is a constant.
  static func name(_ properties: CDictionary, _ source: ObjectiveCSource) -> String? {
    (properties["NSHTTPCookieName"] ?? properties["Name"])
      .flatMap { source.value($0.value, in: $0.function)?.string }
  }
}
