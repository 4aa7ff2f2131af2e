import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Cookies are taken from every host that is talked to, third parties included.
struct CookieAcceptAll: FixingRule {
  static let metadata = RuleMetadata(
    id: "cookie-accept-all",
    title: LocalizedText("Cookies of every host accepted", ja: "すべてのホストの Cookie を受け入れている"),
    why: LocalizedText(
      """
      With .always every host that an address leads to may store cookies, which travel with later requests: trackers \
      recognise the device, and a foreign host can plant a session.
      """,
      ja: """
        .always では、アクセス先のどのホストも Cookie を保存でき、以後のリクエストに付加されます。\
        デバイスが追跡されたり、外部のホストにセッションを植え付けられたりします。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use .never, or .onlyFromMainDocumentDomain where cookies are needed. SecureSession keeps none unless asked to.",
        ja: ".never を使用し、必要な場合だけ .onlyFromMainDocumentDomain にしてください。SecureSession は指定しない限り保存しません。"),
      library: .transport),
    severity: .low, confidence: .high, cwe: [614], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: "configuration.httpCookieAcceptPolicy = .always",
      good: "configuration.httpCookieAcceptPolicy = .never"))

  static let triggers = Set(properties)

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    // A type that has such a property itself is a storage of cookies, not a user of one.
    for name in Self.properties where !source.facts.isDeclared(name) {
      for assignment in source.facts.assignments(to: name, in: .file, from: 0) {
        let values = source.fold(assignment.value, in: assignment.scope).alternatives
        guard values.contains(where: { $0.symbol == "always" }) else { continue }
        report.add(
          Self.self, at: assignment.range,
          LocalizedText(
            "\(name) is .always: every host may store cookies.",
            ja: "\(name) が .always のため、すべてのホストが Cookie を保存できます。"),
          fix: Self.fix(of: assignment))
      }
    }
  }

  static let repair = LocalizedText(
    "Takes cookies from the host of the page only: .onlyFromMainDocumentDomain, the system's default.",
    ja: "表示中のホストの Cookie だけを受け入れる .onlyFromMainDocumentDomain（システムの既定値）にします。")

  private static func fix(of assignment: Assignment) -> SourceFix? {
    guard let name = WrittenValue.member(assignment.value), name.text == "always" else { return nil }
    return SourceFix(repair, [WrittenValue.replacing(name, with: "onlyFromMainDocumentDomain")])
  }

  private static let properties = ["httpCookieAcceptPolicy", "cookieAcceptPolicy"]
}
