import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// For the record: an app that handles money or log-ins and pins no server.
struct PinningAbsent: ProjectRule {
  static let metadata = RuleMetadata(
    id: "pinning-absent",
    title: LocalizedText("No server is pinned", ja: "証明書ピンニングを使用していない"),
    why: LocalizedText(
      """
      Any of the many certificate authorities, and any that somebody has added to the device, can stand in for the \
      server. For most apps that is fine; for those that move money pinning narrows it down to keys of one's own.
      """,
      ja: """
        多数の認証局や、デバイスに追加された認証局のいずれもがサーバーになりすませます。多くのアプリでは問題ありませんが、\
        送金などを扱うアプリでは、ピンニングにより自社の鍵だけに限定できます。
        """),
    fix: RuleFix(
      LocalizedText(
        "For an app with much at stake, pin two keys per host with SecureSession's PinSet or NSPinnedDomains.",
        ja: "リスクの高いアプリでは、SecureSession の PinSet または NSPinnedDomains で、ホストごとに 2 つの鍵をピン留めしてください。"),
      library: .transport),
    severity: .info, confidence: .medium, cwe: [295], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      language: "swift",
      bad: """
        import SwiftUI
        @main struct Bank: App {
          let login = URLRequest(url: URL(string: "https://api.bank.example/login")!)
          let session = URLSession.shared
        }
        """,
      good: """
        import SwiftUI
        @main struct Bank: App {
          let login = URLRequest(url: URL(string: "https://api.bank.example/login")!)
          let session = SecureSession(pins: PinSet.bank)
        }
        """))

  /// Ways to pin by hand and by library.
  static let names: Set<String> = [
    "URLRequest", "SecTrustCopyKey", "SecCertificateCopyKey", "SecTrustCopyPublicKey",
    "SecTrustSetAnchorCertificates",
    "SecCertificateCopyData", "PinSet", "SecureSession", "TrustKit", "TSKPinningValidator",
    "ServerTrustManager", "ServerTrustPolicyManager", "PinnedCertificatesTrustEvaluator",
    "PublicKeysTrustEvaluator", "AFSecurityPolicy", "CertificatePinner", "SSLPinningMode",
    "kTSKPublicKeyHashes",
  ]

  /// What libraries are given pins by; each of them evaluates the chain first.
  private static let libraries = [
    "PinSet", "kTSKPublicKeyHashes", "TSKPinningValidator", "PinnedCertificatesTrustEvaluator",
    "PublicKeysTrustEvaluator",
  ]

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    for use in Self.libraries.compactMap({ project.uses(of: $0).first { $0.context == .app } }) {
      report.note(
        .pinning, file: use.file, region: use.region,
        LocalizedText("A library pins servers.", ja: "ライブラリでピンニングを行っています。"))
    }
    let hasScreens = !project.imports.isDisjoint(with: ["UIKit", "SwiftUI", "AppKit", "WatchKit"])
    guard project.inventory.target.isApp, hasScreens, !project.inventory.inputs.contains(.objectiveC),
      let network = project.uses(of: "URLRequest").first(where: { $0.context == .app }),
      Self.names.allSatisfy({ $0 == "URLRequest" || project.uses(of: $0).isEmpty }),
      !project.evidence.contains(where: { $0.kind == .pinning || $0.kind == .pinningBroken }),
      project.imports.isDisjoint(with: ["TrustKit"]),
      !project.propertyLists(.infoPlist).contains(where: {
        $0.root["NSAppTransportSecurity"]?["NSPinnedDomains"] != nil
      })
    else { return }
    report.add(
      Self.self, at: network,
      LocalizedText(
        "The app speaks to servers, and neither code, a library nor Info.plist pins one.",
        ja: "サーバーと通信していますが、コード、ライブラリ、Info.plist のいずれにもピンニングがありません。"))
  }
}
