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
    severity: .info, confidence: .high, cwe: [1104], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "settings", bad: "IPHONEOS_DEPLOYMENT_TARGET = 12.0;",
      good: "IPHONEOS_DEPLOYMENT_TARGET = 18.0;"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let layout = project.inventory.layout
    for xcode in layout.xcodeProjects { check(xcode, &report) }
    // What a library supports is decided by the apps that use it.
    for manifest in layout.manifests where manifest.hasExecutable && !manifest.hasLibraryProduct {
      guard project.inventory.target.isApp, let system = manifest.platforms.first(where: \.isOutdated) else {
        continue
      }
      report.add(
        Self.self, in: manifest.text, at: system.range,
        Self.message(manifest.text.path, system.text, system.platform),
        severity: Self.severity(system.platform),
        // A tool for the command line mostly runs where it was built.
        confidence: system.platform == .macOS ? .low : nil)
    }
    for list in project.propertyLists(.infoPlist) { check(list, &report) }
  }

  /// One finding for each system and version, whatever number of targets and levels say it.
  private func check(_ xcode: XcodeProject, _ report: inout ProjectReport) {
    var groups: [String: [(name: String, setting: BuildSetting)]] = [:]
    var order: [(key: String, value: String, platform: MinimumSystem.Platform)] = []
    for target in xcode.targets where target.isApp && !target.isTestHost {
      let platforms = Self.platforms(of: target, in: xcode)
      for platform in MinimumSystem.Platform.allCases where platforms?.contains(platform) ?? true {
        guard let value = xcode.releaseValue(platform.setting, target: target),
          let version = SemanticVersion(value), MinimumSystem.isOutdated(version, of: platform),
          let setting = xcode.releaseSetting(platform.setting, target: target)
        else { continue }
        let key = "\(platform) \(version.numbers)"
        if groups[key] == nil { order.append((key, value, platform)) }
        groups[key, default: []].append((target.name, setting))
      }
    }
    for (key, value, platform) in order {
      guard let all = groups[key], let first = all.first else { continue }
      let names = all.map(\.name).joined(separator: ", ")
      var told = Set([first.setting.range])
      report.add(
        Self.self, in: first.setting.text, at: first.setting.range, Self.message(names, value, platform),
        severity: Self.severity(platform),
        related: all.filter { told.insert($0.setting.range).inserted }.prefix(20).map {
          FindingStep(
            file: $0.setting.text.path, region: $0.setting.text.lines.region(of: $0.setting.range),
            message: LocalizedText("The setting of \($0.name).", ja: "\($0.name) の設定です。"))
        })
    }
  }

  /// Which systems are supported is a decision about the product, unless the configuration of the audit has made it.
  private static func severity(_ platform: MinimumSystem.Platform) -> Severity {
    ProjectTerms.current.floors[platform] == nil ? metadata.severity : .low
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
        Self.self, in: list.text, at: list.region(ofKey: key),
        Self.message(list.text.path, written, platform),
        severity: Self.severity(platform))
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
