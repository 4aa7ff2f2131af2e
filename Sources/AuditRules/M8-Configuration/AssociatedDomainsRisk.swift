import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// Universal links that are tested against no published file, that are too wide, or that nobody answers.
struct AssociatedDomainsRisk: ProjectRule {
  static let metadata = RuleMetadata(
    id: "associated-domains-risk",
    title: LocalizedText("Associated domains are too wide or unused", ja: "関連ドメインが広すぎる、または未使用"),
    why: LocalizedText(
      """
      In developer mode a device trusts a file that no content network has checked. With a wildcard, whoever gets one \
      forgotten subdomain sends links into the app. A domain without a handler only widens the surface.
      """,
      ja: """
        開発者モードでは検証されていないファイルが信頼されます。ワイルドカードは、放置されたサブドメインを得た攻撃者に\
        アプリへのリンクを許します。処理のないドメインは攻撃面を広げるだけです。
        """),
    fix: RuleFix(
      LocalizedText(
        "Name each host, drop ?mode=developer from what is released, and check host and path in the handler.",
        ja: "ホストを個別に指定し、リリースから ?mode=developer を外し、受信側でホストとパスを検証してください。"),
      library: .auth),
    severity: .low, confidence: .medium, cwe: [939], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "entitlements",
      bad: """
        <key>com.apple.developer.associated-domains</key>
        <array><string>webcredentials:*.example.com</string></array>
        """,
      good: """
        <key>com.apple.developer.associated-domains</key>
        <array><string>webcredentials:www.example.com</string></array>
        """))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let released = releasedEntitlements(project)
    for list in project.propertyLists(.entitlements) where released?.contains(list.text.path) ?? true {
      let domains = list.root["com.apple.developer.associated-domains"]?.array ?? []
      for domain in domains {
        guard let text = domain.string, let reason = reason(text) else { continue }
        report.add(
          Self.self, in: list.text, at: list.text.bytes(in: domain.range), reason, confidence: .high)
      }
      if let link = domains.first(where: { $0.string?.hasPrefix("applinks:") == true }), isUnanswered(project)
      {
        report.add(
          Self.self, in: list.text, at: list.text.bytes(in: link.range),
          LocalizedText(
            "Universal links are declared, and nothing in the sources receives them.",
            ja: "ユニバーサルリンクが宣言されていますが、ソースコードに受信する処理がありません。"))
      }
    }
  }

  private func reason(_ domain: String) -> LocalizedText? {
    if domain.contains("?mode=developer") {
      return LocalizedText(
        "“\(domain)” trusts a file that is not verified.", ja: "「\(domain)」を指定すると、検証されていない関連付けファイルが信頼されます。")
    }
    guard domain.split(separator: ":", maxSplits: 1).last?.hasPrefix("*.") == true else { return nil }
    return LocalizedText("“\(domain)” covers every subdomain.", ja: "「\(domain)」はすべてのサブドメインを対象とします。")
  }

  /// The entitlements that released targets are signed with, or `nil` when no project says.
  private func releasedEntitlements(_ project: ProjectFacts) -> Set<String>? {
    let projects = project.inventory.layout.xcodeProjects
    let paths = projects.flatMap { xcode in
      xcode.targets.compactMap { target in
        xcode.releaseValue("CODE_SIGN_ENTITLEMENTS", target: target)
          .flatMap { ProjectPath.joined(xcode.folder, $0.replacing("$(SRCROOT)/", with: "")) }
      }
    }
    return paths.isEmpty ? nil : Set(paths)
  }

  /// Only Swift tells what it receives; with Objective-C beside it the handler may be there.
  private func isUnanswered(_ project: ProjectFacts) -> Bool {
    let inputs = project.inventory.inputs
    guard project.inventory.target.isApp, inputs.contains(.swift), !inputs.contains(.objectiveC) else {
      return false
    }
    // SwiftUI hands universal links to `onOpenURL` as well as URLs of a scheme.
    return !project.apiUses.contains {
      $0.subject == .universalLinkHandler || $0.subject == .urlHandler && $0.name == "onOpenURL"
    }
  }
}
