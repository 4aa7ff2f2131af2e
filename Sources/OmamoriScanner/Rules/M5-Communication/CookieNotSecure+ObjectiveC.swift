import OmamoriCore
import OmamoriReport

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
