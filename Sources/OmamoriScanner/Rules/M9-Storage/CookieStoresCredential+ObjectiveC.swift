import OmamoriCore
import OmamoriReport

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
