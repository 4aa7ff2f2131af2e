import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A link from outside that is handed to the system whatever its scheme.
struct OpenURLUntrusted: SwiftRule {
  static let metadata = RuleMetadata(
    id: "open-url-untrusted",
    title: LocalizedText("Link from outside opened with any scheme", ja: "スキームを制限せずに開かれる外部リンク"),
    why: LocalizedText(
      """
      tel:, sms:, itms-services: and the schemes of other apps do something as soon as they are opened, and \
      seem to come from the app.
      """,
      ja: """
        tel:、sms:、itms-services: や他のアプリのスキームは、開いただけで動作し、\
        このアプリからの要求として扱われます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Open only https links, or schemes of a list, and show the address to the user before.",
        ja: "https または許可リストにあるスキームだけを開き、事前に利用者へアドレスを表示してください。")),
    severity: .low, confidence: .medium, cwe: [601], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        func userNotificationCenter(_ c: UNUserNotificationCenter, didReceive response: UNNotificationResponse) {
          let link = response.notification.request.content.userInfo["link"] as? String ?? ""
          if let url = URL(string: link) { UIApplication.shared.open(url) }
        }
        """,
      good: """
        func userNotificationCenter(_ c: UNUserNotificationCenter, didReceive response: UNNotificationResponse) {
          let link = response.notification.request.content.userInfo["link"] as? String ?? ""
          if let url = URL(string: link), url.scheme == "https" { UIApplication.shared.open(url) }
        }
        """))

  static let triggers: Set<String> = ["open", "openURL"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("open") + source.facts.calls("openURL") {
      guard isSystem(call, source), let link = call.arguments.first, link.label == nil,
        let function = source.facts.function(around: call.scope), !looksAtScheme(function, source),
        !source.fold(link.value, in: call.scope).isConstant
      else { continue }
      if let value = source.taint(of: link.value, in: call.scope, Self.kinds) {
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "\(value.name) comes from outside and is opened whatever its scheme.",
            ja: "外部からの値 \(value.name) が、スキームを確認せずに開かれます。"),
          confidence: min(value.confidence, .medium), flow: value.steps)
      } else if function.name == "webView", isNavigation(function) {
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "A page in the web view has the system open any link.",
            ja: "ウェブビュー内のページの任意のリンクがシステムで開かれます。"))
      }
    }
  }

  /// `UIApplication.shared.open(url)`, `NSWorkspace.shared.open(url)`, SwiftUI's `openURL(url)`.
  private func isSystem(_ call: Call, _ source: SwiftSource) -> Bool {
    guard let receiver = call.receiver else {
      return call.name == "openURL" && source.facts.functions("openURL").isEmpty
    }
    let path = NamePath.of(receiver)
    return path.contains { ["UIApplication", "NSWorkspace"].contains($0) }
      || ["application", "extensionContext"].contains(path.last ?? "")
  }

  private func isNavigation(_ function: Function) -> Bool {
    (function.parameters ?? []).contains {
      ["decidePolicyFor", "createWebViewWith"].contains($0.firstName.text)
    }
  }

  private func looksAtScheme(_ function: Function, _ source: SwiftSource) -> Bool {
    source.once(Self.self, function.scope) {
      Self.looks.contains { !source.facts.references($0, in: function.scope).isEmpty }
        || source.facts.calls(in: function.scope).contains { call in
          !Set(Words.of(call.name)).isDisjoint(with: Self.checks)
        }
    }
  }

  /// The user may open what they typed.
  private static let kinds: TaintKind = [.link, .pasteboard, .webMessage, .network, .notification]
  private static let looks = ["scheme", "host", "hasPrefix", "openSettingsURLString", "navigationType"]
  private static let checks: Set = ["valid", "validate", "allowed", "trusted", "verify", "safe", "confirm"]
}

extension OpenURLUntrusted: FlowRule {
  static let places: FlowSinkClass = .link
  static let sources: TaintKind = [.link, .webMessage, .notification, .pasteboard]

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "\(arrival.origin.english) decides which address \(arrival.sink) opens; its scheme and host are not compared with what is allowed.",
      ja: "\(arrival.origin.japanese)が \(arrival.sink) で開くアドレスを決めます。スキームとホストが許可リストと比較されていません。")
  }
}
