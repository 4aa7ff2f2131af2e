import AuditEngine
import OmamoriCore
import OmamoriCrypto
import OmamoriReport

/// A lock file that does not belong to the manifest beside it.
struct DependencyLockDrift: ProjectRule {
  static let metadata = RuleMetadata(
    id: "dependency-lock-drift",
    title: LocalizedText("Lock file does not fit the manifest", ja: "ロックファイルとマニフェストの不一致"),
    why: LocalizedText(
      """
      The next build resolves anew what does not fit, on the machine where it happens to run. What was reviewed and \
      tested is then not what is released, and an edited lock file goes unnoticed.
      """,
      ja: """
        一致しない部分は次のビルド時に、そのマシン上で解決し直されます。確認・テストしたものと異なるものが\
        リリースされ、ロックファイルの改ざんにも気付けません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Resolve again (pod install, xcodebuild -resolvePackageDependencies, carthage update), read what changed, and "
          + "commit both files together.",
        ja: "依存関係を解決し直し（pod install など）、変更点を確認のうえ、両方のファイルを一緒にコミットしてください。")),
    severity: .medium, confidence: .high, cwe: [494], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "podfile-lock",
      bad: """
        PODS:
          - Alamofire (4.9.1)

        DEPENDENCIES:
          - Alamofire (~> 4.9)
        """,
      good: """
        PODS:
          - Alamofire (5.10.2)

        DEPENDENCIES:
          - Alamofire (~> 5.9)
        """))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let layout = project.inventory.layout
    for podfile in layout.podfiles {
      guard let lock = layout.lock(.podfileLock, in: ProjectPath.folder(of: podfile.text.path)) else {
        continue
      }
      check(podfile, lock, project.inventory, &report)
    }
    for cartfile in layout.cartfiles {
      guard let lock = layout.lock(.cartfileResolved, in: ProjectPath.folder(of: cartfile.text.path)) else {
        continue
      }
      for entry in cartfile.entries where entry.origin != "binary" { check(entry, cartfile, lock, &report) }
    }
    for manifest in layout.manifests {
      // What a local package asks for is settled by the lock file of the app that takes it in.
      guard let lock = layout.lock(of: manifest) else { continue }
      for dependency in manifest.dependencies where dependency.requirement != .local {
        check(
          dependency.location, dependency.requirement, manifest.text, dependency.range, lock, &report)
      }
    }
    for xcode in layout.xcodeProjects {
      guard let lock = layout.lock(of: xcode) else { continue }
      for package in xcode.packages {
        check(package.url, package.requirement, xcode.text, package.range, lock, &report)
      }
    }
  }

  // MARK: - CocoaPods

  private func check(
    _ podfile: Podfile, _ lock: LockFile, _ inventory: Inventory, _ report: inout ProjectReport
  ) {
    guard let details = lock.podfileLock else { return }
    let checksum = details.podfileChecksum
    // A lock file that was written from exactly this Podfile fits, whatever the Podfile computes.
    let bytes = inventory.files.first { $0.path == podfile.text.path }.flatMap { try? $0.bytes() }
    if let checksum, let bytes, Hexadecimal.text(of: Insecure.SHA1.hash(data: bytes)) == checksum.text {
      return
    }
    let asked = Set(details.requirements.map(\.name))
    let locked = Dictionary(lock.packages.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var isTold = false
    for pod in podfile.pods {
      if !asked.isEmpty, !asked.contains(pod.name), locked[pod.name] == nil {
        isTold = true
        report.add(
          Self.self, in: podfile.text, at: pod.range,
          LocalizedText(
            "\(pod.name) is not in \(lock.text.path).", ja: "\(pod.name) が \(lock.text.path) にありません。"))
      } else if let package = locked[pod.name], let version = package.version.flatMap(SemanticVersion.init),
        let broken = pod.requirements.first(where: { VersionRequirement($0)?.allows(version) == false })
      {
        isTold = true
        report.add(
          Self.self, in: podfile.text, at: pod.range,
          Self.misfit(pod.name, locked: package.version ?? "", asked: broken),
          related: [Self.step(package, lock)])
      }
    }
    if let checksum, bytes != nil, !isTold {
      report.add(
        Self.self, in: lock.text, at: checksum.range,
        LocalizedText(
          "\(podfile.text.path) has been changed since the lock file was written.",
          ja: "ロックファイルの作成後に \(podfile.text.path) が変更されています。"))
    }
  }

  // MARK: - Carthage and SwiftPM

  private func check(
    _ entry: Cartfile.Entry, _ cartfile: Cartfile, _ lock: LockFile, _ report: inout ProjectReport
  ) {
    guard let package = lock.package(named: entry.name) else {
      report.add(
        Self.self, in: cartfile.text, at: entry.range,
        LocalizedText(
          "\(entry.name) is not in \(lock.text.path).", ja: "\(entry.name) が \(lock.text.path) にありません。")
      )
      return
    }
    guard let comparison = entry.comparison, let reference = entry.reference,
      let requirement = VersionRequirement(comparison + reference),
      let version = package.version.flatMap(SemanticVersion.init),
      !requirement.allows(version, keepsMajor: true)
    else { return }
    report.add(
      Self.self, in: cartfile.text, at: entry.range,
      Self.misfit(entry.name, locked: package.version ?? "", asked: comparison + " " + reference),
      related: [Self.step(package, lock)])
  }

  /// SwiftPM leaves out of the lock file what no target uses, so only versions are compared.
  private func check(
    _ location: String, _ requirement: PackageRequirement, _ text: TextSource, _ range: Range<Int>,
    _ lock: LockFile, _ report: inout ProjectReport
  ) {
    let name = DependencyAddress.name(of: location)
    guard let package = lock.package(at: name), let version = package.version.flatMap(SemanticVersion.init)
    else { return }
    switch requirement {
    case .exact(let asked):
      guard let exact = SemanticVersion(asked), exact != version else { return }
      report.add(
        Self.self, in: text, at: range,
        Self.misfit(name, locked: package.version ?? "", asked: asked), related: [Self.step(package, lock)])
    case .range(let from):
      guard let first = SemanticVersion(from), version < first else { return }
      report.add(
        Self.self, in: text, at: range,
        Self.misfit(name, locked: package.version ?? "", asked: "≥ " + from),
        related: [Self.step(package, lock)])
    default: break
    }
  }

  private static func step(_ package: LockedPackage, _ lock: LockFile) -> FindingStep {
    FindingStep(
      file: lock.text.path, region: lock.text.lines.region(of: package.range),
      message: LocalizedText("Locked here.", ja: "ここでロックされています。"))
  }

  private static func misfit(_ name: String, locked: String, asked: String) -> LocalizedText {
    LocalizedText(
      "\(name) is locked at \(locked), and the manifest asks for \(asked).",
      ja: "\(name) は \(locked) でロックされていますが、マニフェストの条件は \(asked) です。")
  }
}
