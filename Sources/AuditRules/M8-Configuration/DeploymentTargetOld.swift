import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// An app that runs on systems that get no repairs any more.
struct DeploymentTargetOld: ProjectRule {
  static let metadata = RuleMetadata(
    id: "deployment-target-old",
    title: LocalizedText("Supports systems without security updates", ja: "セキュリティ更新のない OS を対象にしている"),
    why: LocalizedText(
      """
      On such a system the sandbox, the Keychain and the browser engine have known holes that nobody closes. The app \
      cannot protect its data better than the system does.
      """,
      ja: "そのような OS では、サンドボックス、Keychain、ブラウザーエンジンに既知の脆弱性が残ったままです。アプリは OS 以上にデータを守れません。"),
    fix: RuleFix(
      LocalizedText(
        "Raise the deployment target to a system that Apple still repairs.",
        ja: "Apple が現在もセキュリティ更新を提供している OS までデプロイメントターゲットを引き上げてください。")),
    severity: .low, confidence: .high, cwe: [1104], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    masvs: ["CODE-1"], mastg: [],
    example: RuleMetadata.Example(
      language: "settings", bad: "IPHONEOS_DEPLOYMENT_TARGET = 12.0;",
      good: "IPHONEOS_DEPLOYMENT_TARGET = 18.0;"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let layout = project.inventory.layout
    var told: Set<String> = []
    for (xcode, target) in layout.appTargets where !target.isTestHost {
      let platforms = Self.platforms(of: target, in: xcode)
      for platform in MinimumSystem.Platform.allCases where platforms?.contains(platform) ?? true {
        guard let value = xcode.releaseValue(platform.setting, target: target),
          let version = SemanticVersion(value), MinimumSystem.isOutdated(version, of: platform),
          let setting = xcode.releaseSetting(platform.setting, target: target),
          told.insert("\(setting.text.path):\(setting.range.lowerBound)").inserted
        else { continue }
        report.add(
          Self.self, in: setting.text, at: setting.range, Self.message(target.name, value, platform))
      }
    }
    // What a library supports is decided by the apps that use it.
    for manifest in layout.manifests where manifest.hasExecutable && !manifest.hasLibraryProduct {
      guard project.inventory.target.isApp, let system = manifest.platforms.first(where: \.isOutdated) else {
        continue
      }
      report.add(
        Self.self, in: manifest.text, at: system.range,
        Self.message(manifest.text.path, system.text, system.platform),
        // A tool for the command line mostly runs where it was built.
        confidence: system.platform == .macOS ? .low : nil)
    }
    for list in project.propertyLists(.infoPlist) { check(list, &report) }
  }

  /// The systems that the target is built for; `nil` when that is not said.
  private static func platforms(of target: XcodeTarget, in xcode: XcodeProject) -> Set<
    MinimumSystem.Platform
  >? {
    let named =
      xcode.releaseValue("SUPPORTED_PLATFORMS", target: target)
      ?? xcode.releaseValue("SDKROOT", target: target)
    let platforms = (named ?? "").split(separator: " ").compactMap { sdks[String($0)] }
    return platforms.isEmpty ? nil : Set(platforms)
  }

  private static let sdks: [String: MinimumSystem.Platform] = [
    "iphoneos": .iOS, "iphonesimulator": .iOS, "macosx": .macOS, "appletvos": .tvOS, "watchos": .watchOS,
    "xros": .visionOS,
  ]

  private func check(_ list: PropertyListSource, _ report: inout ProjectReport) {
    for (key, platform) in [
      ("MinimumOSVersion", MinimumSystem.Platform.iOS), ("LSMinimumSystemVersion", .macOS),
    ] {
      guard let written = list.root[key]?.string, let version = SemanticVersion(written),
        MinimumSystem.isOutdated(version, of: platform), Self.isApp(list)
      else { continue }
      report.add(
        Self.self, in: list.text, at: list.region(ofKey: key), Self.message(list.text.path, written, platform)
      )
    }
  }

  /// A framework follows the app that it is in.
  private static func isApp(_ list: PropertyListSource) -> Bool {
    let type = list.root["CFBundlePackageType"]?.string
    return type == "APPL" || type?.contains("$(") == true
  }

  private static func message(
    _ name: String, _ version: String, _ platform: MinimumSystem.Platform
  ) -> LocalizedText {
    if let wanted = ProjectTerms.current.floors[platform] {
      return LocalizedText(
        "\(name) runs on \(platform.rawValue) \(version); the configuration asks for \(wanted) and later.",
        ja: "\(name) は \(platform.rawValue) \(version) で動作しますが、設定では \(wanted) 以降が求められています。")
    }
    return LocalizedText(
      """
      \(name) runs on \(platform.rawValue) \(version); Apple repairs \(platform.floor) and later \
      (table of \(MinimumSystem.date)).
      """,
      ja: """
        \(name) は \(platform.rawValue) \(version) で動作しますが、セキュリティ更新は \(platform.floor) 以降のみです\
        （\(MinimumSystem.date) 時点の一覧）。
        """)
  }
}
