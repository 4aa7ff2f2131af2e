import AuditEngine
import OmamoriCore
import OmamoriReport

/// A pod whose version is not tied down can change with the next installation.
struct DependencyUnpinnedCocoaPods: ProjectRule {
  static let metadata = RuleMetadata(
    id: "dependency-unpinned-cocoapods",
    title: LocalizedText("Pod without a fixed version", ja: "バージョンが固定されていない Pod"),
    why: LocalizedText(
      """
      Without a version, or with a branch, the next installation builds in whatever its authors, or somebody who took \
      over their account, published last. Nobody reviews that change.
      """,
      ja: """
        バージョンの指定がない、またはブランチを指定した Pod は、次のインストール時に最新の内容へ置き換わります。\
        作者のアカウントを乗っ取った攻撃者のコードであっても、誰も確認しないまま組み込まれます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Write a requirement such as '~> 5.9', or :tag or :commit for a repository, and commit Podfile.lock.",
        ja: "'~> 5.9' のような条件、またはリポジトリには :tag か :commit を指定し、Podfile.lock をコミットしてください。")),
    severity: .medium, confidence: .high, cwe: [1357], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "podfile", bad: "pod 'Alamofire', :git => 'https://github.com/Alamofire/Alamofire.git'",
      good: "pod 'Alamofire', '~> 5.9'"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    for podfile in project.inventory.layout.podfiles {
      let folder = ProjectPath.folder(of: podfile.text.path)
      let hasLock = project.inventory.layout.lock(.podfileLock, in: folder) != nil
      for pod in podfile.pods {
        guard let reason = reason(pod) else { continue }
        // A committed lock file still fixes what is built until somebody updates.
        report.add(
          Self.self, in: podfile.text, at: pod.range, reason,
          severity: hasLock && pod.options.isEmpty ? .low : .medium)
      }
    }
  }

  private func reason(_ pod: Podfile.Pod) -> LocalizedText? {
    let name = pod.name
    if pod.flags.contains("head") || pod.options.keys.contains("head") {
      return LocalizedText(
        "\(name) is taken from the head of its repository.", ja: "\(name) はリポジトリの先頭から取得されます。")
    }
    if let branch = pod.options["branch"] {
      let shown = branch.map { " “\($0)”" } ?? ""
      return LocalizedText("\(name) follows the branch\(shown).", ja: "\(name) はブランチ\(shown)に追従します。")
    }
    if pod.options.keys.contains("git") {
      guard pod.options["tag"] == nil, pod.options["commit"] == nil else { return nil }
      return LocalizedText(
        "\(name) comes from a repository without a tag or commit.", ja: "\(name) はタグもコミットも指定せずにリポジトリから取得されます。"
      )
    }
    if let path = pod.options["path"] {
      guard let path, path.hasPrefix("/") || path.hasPrefix("~") else { return nil }
      return LocalizedText(
        "\(name) is taken from a folder outside the project.", ja: "\(name) はプロジェクト外のフォルダから取得されます。")
    }
    guard pod.options["podspec"] == nil, !pod.isComputed else { return nil }
    if pod.requirements.isEmpty {
      return LocalizedText("\(name) has no version requirement.", ja: "\(name) にバージョンの条件がありません。")
    }
    guard pod.requirements.allSatisfy({ $0.hasPrefix(">") || $0.hasPrefix("!=") }) else { return nil }
    return LocalizedText(
      "\(name) accepts every later version (\(pod.requirements.joined(separator: ", "))).",
      ja: "\(name) は以後のすべてのバージョンを許可します（\(pod.requirements.joined(separator: ", "))）。")
  }
}
