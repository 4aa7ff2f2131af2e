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
    let layout = project.inventory.layout
    let own = layout.ownAccounts
    var asked: [Asked] = []
    for manifest in layout.manifests {
      let lock = layout.lock(of: manifest)
      for dependency in manifest.dependencies
      where !(dependency.requirement.isCommit && dependency.isExplained) {
        asked.append(
          Asked(
            location: dependency.location, requirement: dependency.requirement, text: manifest.text,
            range: dependency.range, lock: lock))
      }
    }
    for xcode in layout.xcodeProjects {
      let lock = layout.lock(of: xcode)
      for package in xcode.packages {
        asked.append(
          Asked(
            location: package.url, requirement: package.requirement, text: xcode.text, range: package.range,
            lock: lock))
      }
    }
    // The same package at the same place is one decision, in however many manifests it stands.
    var groups: [Place: [Asked]] = [:]
    for one in asked { groups[one.place, default: []].append(one) }
    for one in asked {
      guard let all = groups.removeValue(forKey: one.place), let message = one.message else { continue }
      report.add(
        Self.self, in: one.text, at: one.range, message, severity: Self.severity(of: all, own),
        related: all.dropFirst().prefix(20).map { other in
          FindingStep(
            file: other.text.path, region: other.text.lines.region(of: other.range),
            message: LocalizedText("It is asked for here as well.", ja: "ここでも指定されています。"))
        })
    }
  }

  /// What a lock file in use holds fast changes only when somebody resolves anew, and nobody but its owner moves a branch.
  private static func severity(of all: [Asked], _ own: Set<String>) -> Severity {
    guard let first = all.first else { return metadata.severity }
    if case .revision(let commit) = first.requirement { return isFull(commit) ? .info : .low }
    let isOwn = DependencyAddress.owner(of: first.location).map(own.contains) ?? false
    return isOwn || all.allSatisfy(\.isLocked) ? .low : metadata.severity
  }

  private static func isFull(_ commit: String) -> Bool {
    (commit.utf8.count == 40 || commit.utf8.count == 64) && commit.allSatisfy(\.isHexDigit)
  }

  /// A package with what is asked of it.
  private struct Place: Hashable {
    let package: PackageIdentity
    let requirement: PackageRequirement
  }

  /// A place that asks for a package, with the lock file that its build reads.
  private struct Asked {
    let location: String
    let requirement: PackageRequirement
    let text: TextSource
    let range: Range<Int>
    let lock: LockFile?

    var name: String { DependencyAddress.name(of: location) }
    var place: Place { Place(package: PackageIdentity(name), requirement: requirement) }
    var isLocked: Bool { lock?.package(at: name)?.revision != nil }

    /// What is loose about it; `nil` when nothing is.
    var message: LocalizedText? {
      switch requirement {
      case .branch(let branch):
        LocalizedText("\(name) follows the branch “\(branch)”.", ja: "\(name) はブランチ「\(branch)」に追従します。")
      case .revision:
        LocalizedText(
          "\(name) is pinned to a commit, so known vulnerabilities cannot be matched; use a version or say why in a comment.",
          ja: "\(name) はコミットに固定されており、既知の脆弱性と照合できません。バージョンを使うか、理由をコメントに記載してください。")
      case .range(let from) where SemanticVersion(from)?.isZero == true:
        LocalizedText(
          "\(name) accepts any version from \(from) on.", ja: "\(name) は \(from) 以降のどのバージョンでも許可します。")
      default: nil
      }
    }
  }
}

extension PackageRequirement {
  /// Whether one commit is asked for.
  fileprivate var isCommit: Bool { if case .revision = self { true } else { false } }
}
