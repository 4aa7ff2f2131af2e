import AuditEngine
import OmamoriCore
import OmamoriReport

/// One component that two package managers build in.
struct DependencyDuplicate: ProjectRule {
  static let metadata = RuleMetadata(
    id: "dependency-duplicate",
    title: LocalizedText("Component is built in twice", ja: "同じコンポーネントが重複して組み込まれている"),
    why: LocalizedText(
      """
      Which copy runs is decided by the linker. Somebody repairs a weakness in one of them, and the other one goes on \
      being used unseen.
      """,
      ja: "どちらの複製が使われるかはリンカー次第です。片方の脆弱性を修正しても、もう片方が気付かれないまま使われ続けます。"),
    fix: RuleFix(
      LocalizedText(
        "Keep the component in one package manager and remove it from the other.",
        ja: "1 つのパッケージマネージャーにまとめ、もう一方から削除してください。")),
    severity: .low, confidence: .medium, cwe: [1104], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "podfile-lock-with-cartfile", bad: "PODS:\n  - Alamofire (5.9.1)\n",
      good: "PODS:\n  - SnapKit (5.7.1)\n"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    var first: [Build: [PackageIdentity: LockedComponent]] = [:]
    var pairs: [[LockedComponent]] = []
    var places: [[String]: Int] = [:]
    for component in project.lockedComponents {
      let build = Build(of: component.lock, in: project)
      guard let other = first[build]?[component.identity] else {
        first[build, default: [:]][component.identity] = component
        continue
      }
      // Several workspaces may lock the same package; another manager builds another copy.
      guard other.lock.kind != component.lock.kind else { continue }
      let place = [component.lock.text.path, other.lock.text.path]
      if let index = places[place] {
        pairs[index] += [component, other]
      } else {
        places[place] = pairs.count
        pairs.append([component, other])
      }
    }
    for pair in pairs { add(pair, &report) }
  }

  /// One finding for two lock files: `components` are what they share, each followed by its other copy.
  private func add(_ components: [LockedComponent], _ report: inout ProjectReport) {
    let (component, other) = (components[0], components[1])
    let versions = [component, other].map { $0.package.version ?? "?" }
    let others = stride(from: 2, to: components.count, by: 2).map { components[$0].name }
    let more =
      others.isEmpty
      ? LocalizedText("", ja: "")
      : LocalizedText(
        " The same holds for \(others.joined(separator: ", ")).",
        ja: "\(others.joined(separator: "、")) も同様です。")
    report.add(
      Self.self, in: component.lock.text, at: component.package.range,
      LocalizedText(
        "\(component.name) \(versions[0]) is also there as \(versions[1]) through \(other.lock.text.path)."
          + more.english,
        ja: "\(component.name) \(versions[0]) は \(other.lock.text.path) により \(versions[1]) も組み込まれています。"
          + more.japanese),
      related: components.dropFirst().map { component in
        FindingStep(
          file: component.lock.text.path,
          region: component.lock.text.lines.region(of: component.package.range),
          message: LocalizedText("\(component.name).", ja: "\(component.name)。"))
      })
  }

  /// What a lock file is for: the app in a folder, or the package whose manifest lies there.
  private struct Build: Hashable {
    let folder: String
    let isPackage: Bool

    init(of lock: LockFile, in project: ProjectFacts) {
      let names = ProjectPath.folder(of: lock.text.path).split(separator: "/")
      let bundle = names.firstIndex { $0.hasSuffix(".xcworkspace") || $0.hasSuffix(".xcodeproj") }
      let folder = names.prefix(upTo: bundle ?? names.endIndex).joined(separator: "/")
      self.folder = folder
      isPackage =
        bundle == nil && lock.kind == .packageResolved
        && project.inventory.layout.manifests.contains { $0.folder == folder }
    }
  }
}
