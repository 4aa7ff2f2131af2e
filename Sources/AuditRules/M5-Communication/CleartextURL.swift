import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A URL without TLS to a host that anyone may stand in front of.
struct CleartextURL: FixingRule {
  static let metadata = RuleMetadata(
    id: "cleartext-url",
    title: LocalizedText("Connection without encryption", ja: "暗号化されていない接続"),
    why: LocalizedText(
      """
      What is sent in the clear can be read and changed by everyone between the device and the server: in a café, at \
      the provider, behind a forged base station. Answers can be replaced by hostile ones.
      """,
      ja: """
        平文の通信は、カフェの Wi-Fi、通信事業者、偽の基地局など、デバイスとサーバーの間にいる誰もが読み取り、\
        改ざんできます。応答を悪意のある内容に差し替えることも可能です。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use https:// (wss:// for sockets). SecureSession refuses cleartext whatever the URL says.",
        ja: "https://（ソケットは wss://）を使用してください。SecureSession は URL の指定にかかわらず平文の通信を拒否します。"),
      library: .transport),
    severity: .high, confidence: .high, cwe: [319], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        let url = URL(string: "http://api.tsukimi.example.jp/v1/login")!
        let request = URLRequest(url: url)
        """,
      good: """
        let url = URL(string: "https://api.tsukimi.example.jp/v1/login")!
        let request = URLRequest(url: url)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for string in source.foldedStrings {
      let (fact, value) = (string.fact, string.value)
      guard let location = CleartextLocation(value), location.reach == .open else { continue }
      let (severity, confidence): (Severity, Confidence)
      switch URLUse(of: fact.node, in: fact.scope, source) {
      case .none: continue
      case .request: (severity, confidence) = (.high, .high)
      case .endpoint: (severity, confidence) = (.medium, .medium)
      case .unknown: (severity, confidence) = (.medium, .low)
      case .link: (severity, confidence) = (.low, .low)
      }
      let host = location.host.isEmpty ? "…" : location.host
      report.add(
        Self.self, at: fact.range,
        LocalizedText(
          "\(location.scheme)\(host) is reached without encryption.",
          ja: "\(location.scheme)\(host) へ暗号化なしで接続しています。"),
        severity: severity, confidence: confidence, fix: Self.fix(of: fact))
    }
    for assignment in source.facts.assignments where assignment.name == "scheme" {
      guard source.fold(assignment.value, in: assignment.scope).string == "http" else { continue }
      report.add(
        Self.self, at: assignment.range,
        LocalizedText("The scheme is set to http.", ja: "スキームに http が設定されています。"),
        severity: .medium, confidence: .medium, fix: Self.fix(ofScheme: assignment.value))
    }
  }
}

extension CleartextURL {
  static let repair = LocalizedText("Replaces http by https.", ja: "http を https に置き換えます。")

  static let choice: LocalizedText? = LocalizedText(
    "The server has to answer over TLS with a valid certificate.", ja: "サーバーが有効な証明書で TLS に応答する必要があります。")

  private static func fix(ofScheme value: ExprSyntax) -> SourceFix? {
    guard let literal = value.as(StringLiteralExprSyntax.self), literal.segments.count == 1,
      case .stringSegment(let segment)? = literal.segments.first, segment.content.text == "http"
    else { return nil }
    return SourceFix(repair, [WrittenValue.replacing(segment.content, with: "https")])
  }

  /// Only an address that begins with its scheme in this literal, and names no port, which would be another one.
  private static func fix(of fact: StringFact) -> SourceFix? {
    guard case .stringSegment(let segment)? = fact.node.segments.first,
      segment.content.text.hasPrefix("http://")
    else { return nil }
    let text = segment.content.text
    let host = text.dropFirst(7).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !host.contains(":"), !host.isEmpty else { return nil }
    return SourceFix(repair, [WrittenValue.replacing(segment.content, with: "https" + text.dropFirst(4))])
  }
}

extension CleartextURL: FlowRule {
  static let places: FlowSinkClass = .network
  static let sources: TaintKind = [.secret, .personal]
  static let family: Set<RuleID> = ["multipeer-unencrypted"]

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "\(arrival.source) is sent over a connection without encryption (\(arrival.sink)).",
      ja: "\(arrival.source) が暗号化されていない接続で送信されています（\(arrival.sink)）。")
  }

  func confidence(_ arrival: FlowArrival) -> Confidence? { .medium }
}
