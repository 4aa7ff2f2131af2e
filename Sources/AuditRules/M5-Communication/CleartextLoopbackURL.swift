import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A development server reached without TLS by a release build.
struct CleartextLoopbackURL: SwiftRule {
  static let metadata = RuleMetadata(
    id: "cleartext-loopback-url",
    title: LocalizedText("Development server in a release build", ja: "リリースビルドに開発用サーバーの接続先が残っている"),
    why: LocalizedText(
      """
      A local or private address is served by whoever is on the same network. A release build that still calls it \
      hands its requests to that machine, in the clear.
      """,
      ja: """
        ローカルやプライベートのアドレスには、同じネットワーク上の誰でも応答できます。\
        リリースビルドに残っていると、その機器に平文でリクエストが送られます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Put development servers inside #if DEBUG or a build setting of the debug configuration.",
        ja: "開発用サーバーは #if DEBUG の中か、Debug 構成のビルド設定に置いてください。"),
      library: .transport),
    severity: .low, confidence: .medium, cwe: [319], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        enum API {
          static let baseURL = URL(string: "http://192.168.1.20:8080")!
        }
        """,
      good: """
        enum API {
          #if DEBUG
          static let baseURL = URL(string: "http://192.168.1.20:8080")!
          #else
          static let baseURL = URL(string: "https://api.tsukimi.example.jp")!
          #endif
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for string in source.foldedStrings {
      let (fact, value) = (string.fact, string.value)
      guard let location = CleartextLocation(value), location.reach != .open else { continue }
      let use = URLUse(of: fact.node, in: fact.scope, source)
      guard use != .none, use != .link else { continue }
      report.add(
        Self.self, at: fact.range,
        LocalizedText(
          "\(location.scheme)\(location.host) is a development address.",
          ja: "\(location.scheme)\(location.host) は開発用のアドレスです。"),
        confidence: use == .unknown ? .low : .medium)
    }
  }
}
