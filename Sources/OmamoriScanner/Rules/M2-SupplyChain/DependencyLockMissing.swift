import OmamoriCore
import OmamoriReport

/// An app without a lock file builds in other versions on every machine.
struct DependencyLockMissing: ProjectRule {
  static let metadata = RuleMetadata(
    id: "dependency-lock-missing",
    title: LocalizedText("Dependencies are not locked", ja: "依存関係がロックされていない"),
    why: LocalizedText(
      """
      Without a committed lock file every machine resolves the dependencies anew: what is tested is not what is \
      released, and a hijacked update arrives unseen.
      """,
      ja: """
        ロックファイルがコミットされていないと、マシンごとに依存関係が解決し直されます。テストしたものとリリースするものが\
        異なり、乗っ取られた更新にも気付けません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Commit Podfile.lock, Package.resolved or Cartfile.resolved, and take it out of .gitignore.",
        ja: "Podfile.lock、Package.resolved、Cartfile.resolved をコミットし、.gitignore から外してください。")),
    severity: .medium, confidence: .high, cwe: [1357], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    masvs: ["CODE-3"], mastg: [273],
    example: RuleMetadata.Example(
      language: "gitignore", bad: "Podfile.lock\nbuild/", good: "build/"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let layout = project.inventory.layout
    for lock in layout.locks {
      report.note(
        .dependenciesLocked, file: lock.text.path,
        LocalizedText(
          "\(lock.packages.count) dependencies are locked.", ja: "\(lock.packages.count) 件の依存関係がロックされています。"))
    }
    guard project.inventory.target.isApp else { return }
    for podfile in layout.podfiles {
      if let pod = podfile.pods.first {
        check(podfile.text, pod.range, .podfileLock, "Podfile.lock", layout, &report)
      }
    }
    for cartfile in layout.cartfiles {
      if let entry = cartfile.entries.first {
        check(cartfile.text, entry.range, .cartfileResolved, "Cartfile.resolved", layout, &report)
      }
    }
    for xcode in layout.xcodeProjects where xcode.targets.contains(where: \.isApp) {
      if let package = xcode.packages.first {
        check(xcode.text, package.range, .packageResolved, "Package.resolved", layout, &report)
      }
    }
    for manifest in layout.manifests where manifest.hasExecutable {
      if let remote = manifest.dependencies.first(where: { $0.requirement != .local }) {
        check(
          manifest.text, remote.range, .packageResolved, "Package.resolved", layout, &report,
          confidence: manifest.hasLibraryProduct ? .low : .high)
      }
    }
  }

  private func check(
    _ text: TextSource, _ range: Range<Int>, _ kind: FileKind, _ name: String, _ layout: ProjectLayout,
    _ report: inout ProjectReport, confidence: Confidence = .high
  ) {
    if let (rules, line) = ignoring(name, besides: text, layout.ignoreRules) {
      report.add(
        Self.self, in: rules, at: line,
        LocalizedText("\(name) is kept out of version control.", ja: "\(name) がバージョン管理から除外されています。"),
        confidence: confidence)
    } else if !layout.locks.contains(where: { $0.kind == kind && belongs($0.text.path, to: text.path) }) {
      report.add(
        Self.self, in: text, at: range,
        LocalizedText("\(name) is missing.", ja: "\(name) がありません。"), confidence: confidence)
    }
  }

  /// A lock file of Xcode lies in the project or in a workspace around it; the others lie beside the manifest.
  private func belongs(_ lock: String, to manifest: String) -> Bool {
    let folder =
      manifest.hasSuffix(".pbxproj")
      ? ProjectPath.folder(of: ProjectPath.folder(of: manifest)) : ProjectPath.folder(of: manifest)
    if ProjectPath.isBelow(lock, folder) { return true }
    // A workspace may lie above the project.
    return lock.contains(".xcworkspace/") && manifest.hasSuffix(".pbxproj")
  }

  private func ignoring(
    _ name: String, besides text: TextSource, _ rules: [TextSource]
  ) -> (TextSource, Range<Int>)? {
    for file in rules where ProjectPath.isBelow(text.path, ProjectPath.folder(of: file.path)) {
      var match: Range<Int>?
      for line in file.numberedLines {
        let pattern = String(decoding: line.bytes, as: UTF8.self).split(separator: " ").joined(separator: " ")
        if pattern == "!" + name || pattern == "!/" + name { match = nil }
        if pattern == name || pattern == "/" + name || pattern == "**/" + name
          || pattern == "*.lock" && name == "Podfile.lock"
        {
          match = line.range
        }
      }
      if let match { return (file, match) }
    }
    return nil
  }
}
