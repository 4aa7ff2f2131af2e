import AuditEngine
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
    let known = Known(layout)
    let own = layout.ownAccounts
    // Xcode resolves what the local packages ask for together with what the project asks for.
    let loose = Self.loose(
      layout.xcodeProjects.flatMap { $0.packages.map { ($0.url, $0.requirement) } }
        + layout.manifests.flatMap { $0.dependencies.map { ($0.location, $0.requirement) } }, own)
    for podfile in layout.podfiles {
      if let pod = podfile.pods.first {
        // A pod brings others with it, whose versions nobody writes down.
        check(
          podfile.text, pod.range, .podfileLock, "Podfile.lock", known, &report,
          severity: Self.severity(podfile.pods.count))
      }
    }
    for cartfile in layout.cartfiles {
      if let entry = cartfile.entries.first {
        check(
          cartfile.text, entry.range, .cartfileResolved, "Cartfile.resolved", known, &report,
          severity: Self.severity(cartfile.entries.count { $0.comparison != "==" }))
      }
    }
    for xcode in layout.xcodeProjects where xcode.targets.contains(where: \.isApp) {
      if let package = xcode.packages.first {
        check(
          xcode.text, package.range, .packageResolved, "Package.resolved", known, &report,
          severity: Self.severity(loose))
      }
    }
    for manifest in layout.manifests where manifest.hasExecutable {
      if let remote = manifest.dependencies.first(where: { $0.requirement != .local }) {
        // A library works with what its users have, and so do the tools for those who work on it.
        let isOfLibrary = manifest.hasLibraryProduct || Self.isTool(manifest) && Self.isLibrary(layout)
        check(
          manifest.text, remote.range, .packageResolved, "Package.resolved", known, &report,
          confidence: isOfLibrary ? .low : .high,
          severity: Self.severity(
            Self.loose(manifest.dependencies.map { ($0.location, $0.requirement) }, own)))
      }
    }
  }

  /// How many packages of others are asked for in a way that several versions answer.
  private static func loose(
    _ asked: [(location: String, requirement: PackageRequirement)], _ own: Set<String>
  ) -> Int {
    let locations = asked.compactMap { location, requirement -> PackageIdentity? in
      switch requirement {
      case .exact, .revision, .local: nil
      case .range, .branch, .unknown:
        DependencyAddress.owner(of: location).map(own.contains) == true ? nil : PackageIdentity(location)
      }
    }
    return Set(locations).count
  }

  /// One package alone is easily looked over.
  private static func severity(_ loose: Int) -> Severity { loose > 1 ? .medium : .low }

  /// Whether the whole tree is a package that others use.
  private static func isLibrary(_ layout: ProjectLayout) -> Bool {
    layout.manifests.contains { $0.folder.isEmpty && $0.hasLibraryProduct && !$0.hasExecutable }
  }

  /// Whether a package lies where those who work on the package around it have their tools; a `Server` does not.
  private static func isTool(_ manifest: PackageManifest) -> Bool {
    manifest.folder.split(separator: "/").contains { toolFolders.contains($0.lowercased()) }
  }

  private static let toolFolders: Set<String> = [
    "benchmark", "benchmarks", "buildtools", "demo", "demos", "example", "examples", "sample", "samples",
    "tool", "tools",
  ]

  private func check(
    _ text: TextSource, _ range: Range<Int>, _ kind: FileKind, _ name: String, _ known: Known,
    _ report: inout ProjectReport, confidence: Confidence = .high, severity: Severity
  ) {
    if let (rules, line) = known.ignoring(name, besides: text) {
      report.add(
        Self.self, in: rules, at: line,
        LocalizedText("\(name) is kept out of version control.", ja: "\(name) がバージョン管理から除外されています。"),
        severity: severity, confidence: confidence)
    } else if !known.hasLock(kind, for: text.path) {
      report.add(
        Self.self, in: text, at: range,
        LocalizedText("\(name) is missing.", ja: "\(name) がありません。"), severity: severity,
        confidence: confidence)
    }
  }

  /// What the project says about lock files, read once: there may be thousands of manifests.
  private struct Known {
    private var folders: [FileKind: Set<String>] = [:]
    private var hasWorkspace: Set<FileKind> = []
    private var ignored: [(file: TextSource, folder: String, matches: [String: Range<Int>])] = []

    init(_ layout: ProjectLayout) {
      for lock in layout.locks {
        folders[lock.kind, default: []].formUnion(ProjectPath.places(around: lock.text.path))
        if lock.text.path.contains(".xcworkspace/") { hasWorkspace.insert(lock.kind) }
      }
      ignored = layout.ignoreRules.map { ($0, ProjectPath.folder(of: $0.path), Self.matches(in: $0)) }
        .filter { !$0.matches.isEmpty }
    }

    /// A lock file of Xcode lies in the project or in a workspace around it; the others lie beside the manifest.
    func hasLock(_ kind: FileKind, for manifest: String) -> Bool {
      let isProject = manifest.hasSuffix(".pbxproj")
      let beside = ProjectPath.folder(of: manifest)
      let folder = isProject ? ProjectPath.folder(of: beside) : beside
      // A workspace may lie above the project.
      return folders[kind]?.contains(folder) == true || isProject && hasWorkspace.contains(kind)
    }

    func ignoring(_ name: String, besides text: TextSource) -> (TextSource, Range<Int>)? {
      ignored.lazy.compactMap { rules in
        guard ProjectPath.isBelow(text.path, rules.folder) else { return nil }
        return rules.matches[name].map { (rules.file, $0) }
      }.first
    }

    private static func matches(in file: TextSource) -> [String: Range<Int>] {
      var matches: [String: Range<Int>] = [:]
      for line in file.numberedLines {
        let pattern = String(decoding: line.bytes, as: UTF8.self).split(separator: " ").joined(separator: " ")
        for name in ["Podfile.lock", "Cartfile.resolved", "Package.resolved"] {
          if pattern == "!" + name || pattern == "!/" + name { matches[name] = nil }
          if pattern == name || pattern == "/" + name || pattern == "**/" + name
            || pattern == "*.lock" && name == "Podfile.lock"
          {
            matches[name] = line.range
          }
        }
      }
      return matches
    }
  }
}
