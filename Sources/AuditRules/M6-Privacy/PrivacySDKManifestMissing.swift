import AuditEngine
import OmamoriCore
import OmamoriReport

/// An SDK of Apple's list in a version without a privacy manifest.
struct PrivacySDKManifestMissing: ProjectRule {
  static let metadata = RuleMetadata(
    id: "privacy-sdk-manifest-missing",
    title: LocalizedText("Listed SDK without a privacy manifest", ja: "マニフェストのない指定 SDK"),
    why: LocalizedText(
      """
      Apple names SDKs that many apps carry, and refuses apps that add one of them without its manifest. What the SDK \
      collects is then missing from what people are told.
      """,
      ja: """
        Apple は多くのアプリで使われる SDK を指定しており、マニフェストのない版を追加したアプリは審査で拒否されます。\
        SDK が収集するデータが利用者に示されません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Update to a version that brings PrivacyInfo.xcprivacy, and take binaries that are signed.",
        ja: "PrivacyInfo.xcprivacy を含む版へ更新し、バイナリは署名済みのものを使用してください。")),
    severity: .low, confidence: .medium, cwe: [359], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "podfile-lock", bad: "PODS:\n  - SDWebImage (5.15.0)\n",
      good: "PODS:\n  - SDWebImage (5.21.0)\n"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp, !Self.isForMacOnly(project) else { return }
    let manifests = (project.inventory.files + project.inventory.others)
      .filter { $0.kind == .privacyManifest }.map { $0.path.lowercased().split(separator: "/") }
    let linked = Self.linkedPackages(project)
    for component in project.lockedComponents {
      guard let first = ListedSDKs.firstVersion(component.identity), let version = component.version else {
        continue
      }
      if let sound = SemanticVersion(first), version >= sound { continue }
      // A copy in the tree may have been given one.
      let name = component.name.lowercased()
      guard !manifests.contains(where: { $0.contains { $0 == name } }) else { continue }
      let written = component.package.version ?? ""
      report.add(
        Self.self, in: component.lock.text, at: component.package.range,
        first.isEmpty
          ? LocalizedText(
            "\(component.name) is on Apple's list (\(ListedSDKs.date)) and no release of it has a privacy manifest.",
            ja: "\(component.name) は Apple の指定 SDK（\(ListedSDKs.date) 時点）ですが、マニフェストを含む版がありません。")
          : LocalizedText(
            """
            \(component.name) \(written) is on Apple's list (\(ListedSDKs.date)); versions from \(first) on have a \
            privacy manifest.
            """,
            ja: """
              \(component.name) \(written) は Apple の指定 SDK（\(ListedSDKs.date) 時点）です。マニフェストは \(first) \
              以降に含まれます。
              """),
        // Swift packages are resolved with all that their own products may need; most of it is never linked.
        confidence: component.lock.kind == .packageResolved && !linked.contains(component.identity)
          ? .low : nil)
    }
  }

  /// The packages that the project asks for itself or whose modules it imports.
  private static func linkedPackages(_ project: ProjectFacts) -> Set<PackageIdentity> {
    let layout = project.inventory.layout
    let asked =
      layout.manifests.flatMap { $0.dependencies.map(\.location) }
      + layout.xcodeProjects.flatMap { $0.packages.map(\.url) }
    return Set((asked + project.imports).map { PackageIdentity($0) })
  }

  /// Programs for macOS need no manifest.
  private static func isForMacOnly(_ project: ProjectFacts) -> Bool {
    let apps = project.inventory.layout.appTargets
    return !apps.isEmpty
      && apps.allSatisfy { xcode, target in xcode.releaseValue("SDKROOT", target: target) == "macosx" }
  }
}
