import AuditEngine
import OmamoriCore
import OmamoriReport

/// A Swift package that follows a branch can change with the next resolution.
struct DependencyUnpinnedSwiftPM: ProjectRule {
  static let metadata = RuleMetadata(
    id: "dependency-unpinned-swiftpm",
    title: LocalizedText("Swift package without a fixed version", ja: "バージョンが固定されていない Swift パッケージ"),
    why: LocalizedText(
      """
      A branch holds whatever was pushed last. The next resolution builds that in, released or not, reviewed or not; \
      whoever takes over the repository takes over the app.
      """,
      ja: """
        ブランチの内容は常に変わります。次の依存解決で、リリースもレビューもされていないコードが組み込まれ、\
        リポジトリを乗っ取った攻撃者はアプリも乗っ取れます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Ask for a released version (from: or exact:) and commit Package.resolved.",
        ja: "リリースされたバージョンを from: または exact: で指定し、Package.resolved をコミットしてください。")),
    severity: .medium, confidence: .high, cwe: [1357], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    masvs: ["CODE-3"], mastg: [273],
    example: RuleMetadata.Example(
      language: "package",
      bad: """
        let package = Package(
          name: "App", dependencies: [.package(url: "https://github.com/apple/swift-log.git", branch: "main")])
        """,
      good: """
        let package = Package(
          name: "App", dependencies: [.package(url: "https://github.com/apple/swift-log.git", from: "1.6.0")])
        """))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    for manifest in project.inventory.layout.manifests {
      for dependency in manifest.dependencies {
        check(
          dependency.requirement, dependency.location, isExplained: dependency.isExplained, manifest.text,
          dependency.range, &report)
      }
    }
    for xcode in project.inventory.layout.xcodeProjects {
      for package in xcode.packages {
        check(package.requirement, package.url, isExplained: false, xcode.text, package.range, &report)
      }
    }
  }

  private func check(
    _ requirement: PackageRequirement, _ location: String, isExplained: Bool, _ text: TextSource,
    _ range: Range<Int>, _ report: inout ProjectReport
  ) {
    let name = DependencyAddress.name(of: location)
    switch requirement {
    case .branch(let branch):
      report.add(
        Self.self, in: text, at: range,
        LocalizedText("\(name) follows the branch “\(branch)”.", ja: "\(name) はブランチ「\(branch)」に追従します。"))
    case .revision where !isExplained:
      report.add(
        Self.self, in: text, at: range,
        LocalizedText(
          "\(name) is tied to a commit with no word why; no release can be compared with it.",
          ja: "\(name) は理由の記載なくコミットに固定されており、リリースとの比較ができません。"), severity: .low)
    case .range(let from) where SemanticVersion(from)?.isZero == true:
      report.add(
        Self.self, in: text, at: range,
        LocalizedText(
          "\(name) accepts any version from \(from) on.", ja: "\(name) は \(from) 以降のどのバージョンでも許可します。"))
    default: break
    }
  }
}
