import AuditEngine
import OmamoriCore
import OmamoriReport

/// An app that uses APIs whose use has to be explained, without a privacy manifest.
struct PrivacyManifestMissing: ProjectRule {
  static let metadata = RuleMetadata(
    id: "privacy-manifest-missing",
    title: LocalizedText("No privacy manifest", ja: "プライバシーマニフェストがない"),
    why: LocalizedText(
      """
      Some APIs can be misused to recognise a device. Their use has to be explained in PrivacyInfo.xcprivacy; without \
      it the store refuses the app.
      """,
      ja: "一部の API はデバイスの識別に悪用できるため、利用理由を PrivacyInfo.xcprivacy に記載する必要があります。ない場合、ストアの審査で拒否されます。"),
    fix: RuleFix(
      LocalizedText(
        "Add PrivacyInfo.xcprivacy to the app target with NSPrivacyAccessedAPITypes for each family in use.",
        ja: "使用する API の種類ごとに NSPrivacyAccessedAPITypes を記載した PrivacyInfo.xcprivacy をアプリのターゲットに追加してください。")),
    severity: .low, confidence: .high, cwe: [359], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "swift",
      bad: """
        @main struct Shop: App {
          let defaults = UserDefaults.standard
        }
        """,
      good: """
        @main struct Shop: App {
          let launches = 0
        }
        """))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    if let manifest = project.propertyLists(.privacyManifest).first {
      report.note(
        .privacyManifest, file: manifest.text.path,
        LocalizedText("A privacy manifest is there.", ja: "プライバシーマニフェストがあります。"))
      return
    }
    guard project.inventory.target.isApp, project.inventory.files(.privacyManifest).isEmpty,
      Self.runsOnDevices(project)
    else { return }
    let uses = project.apiUses.filter { use in
      if case .requiredReason = use.subject { return use.context == .app }
      return false
    }
    guard let first = uses.first else { return }
    let names = Set(uses.map(\.name)).sorted().joined(separator: ", ")
    report.add(
      Self.self, at: first,
      LocalizedText(
        "The app uses \(names) and has no PrivacyInfo.xcprivacy.",
        ja: "\(names) を使用していますが、PrivacyInfo.xcprivacy がありません。"),
      related: uses.dropFirst().prefix(10).map {
        FindingStep(
          file: $0.file, region: $0.region,
          message: LocalizedText("\($0.name) is used.", ja: "\($0.name) を使用しています。"))
      })
  }

  /// Whether something is built for iOS or its relatives: programs for macOS and Linux need no manifest.
  private static func runsOnDevices(_ project: ProjectFacts) -> Bool {
    let apps = project.inventory.layout.appTargets
    if apps.isEmpty, project.inventory.target.kind == .swiftPackage {
      return !project.imports.isDisjoint(with: ["UIKit", "SwiftUI", "WatchKit"])
    }
    return apps.isEmpty
      || !apps.allSatisfy { xcode, target in xcode.releaseValue("SDKROOT", target: target) == "macosx" }
  }
}
