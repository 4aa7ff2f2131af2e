import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A release that is exported with what developers sign their own builds with.
struct ExportDevelopmentSigning: ProjectRule {
  static let metadata = RuleMetadata(
    id: "export-development-signing",
    title: LocalizedText("Release exported as a development build", ja: "リリースが開発用として書き出されている"),
    why: LocalizedText(
      """
      A build that is signed for development allows get-task-allow: on every device that runs it, a debugger may \
      attach, read the memory and the keys in it, and change what the app does.
      """,
      ja: """
        開発用に署名したビルドでは get-task-allow が有効になり、実行されるデバイスでデバッガーを接続して\
        メモリ内の鍵を読み取ったり、動作を書き換えたりできます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Export with method app-store-connect, release-testing, enterprise or developer-id, and with a distribution "
          + "certificate and profile.",
        ja: "method に app-store-connect、release-testing、enterprise、developer-id のいずれかを指定し、"
          + "配布用の証明書とプロファイルで書き出してください。")),
    severity: .medium, confidence: .high, cwe: [489], owaspMobile2024: [.m7], owaspMobile2016: [.m10],
    example: RuleMetadata.Example(
      language: "export-options",
      bad: """
        <key>method</key><string>app-store-connect</string>
        <key>signingStyle</key><string>manual</string>
        <key>signingCertificate</key><string>Apple Development</string>
        """,
      good: """
        <key>method</key><string>app-store-connect</string>
        <key>signingStyle</key><string>manual</string>
        <key>signingCertificate</key><string>Apple Distribution</string>
        """))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let all = ExportOptions.all(in: project)
    // Scripts are read only where it matters what they export.
    let exports = all.contains { $0.audience == .developers } ? ReleaseExport.all(in: project) : []
    for options in all {
      if options.audience == .developers {
        let use = exports.first { $0.means(options.list.text.path) }
        checkMethod(options, use, &report)
      } else if options.isForOthers {
        checkCertificate(options, &report)
        checkProfiles(options, &report)
      }
    }
  }

  /// Development in a file that says it is for a release, or that a release is made with.
  private func checkMethod(
    _ options: ExportOptions, _ use: ReleaseExport?, _ report: inout ProjectReport
  ) {
    guard let method = options.method, let name = method.value.string else { return }
    let region = options.list.region(of: method.range)
    if options.isNamedForRelease {
      report.add(
        Self.self, in: options.list.text, at: region,
        LocalizedText(
          "The file is named for a release, and its method is \(name).",
          ja: "ファイル名はリリース用ですが、method が \(name) です。"), confidence: .medium)
    } else if let use {
      let step = FindingStep(
        file: use.path, region: use.region,
        message: LocalizedText("The release is exported here.", ja: "ここでリリースを書き出しています。"))
      report.add(
        Self.self, in: options.list.text, at: region,
        LocalizedText(
          "\(use.path) exports a release with these options, whose method is \(name).",
          ja: "\(use.path) がこの設定でリリースを書き出していますが、method が \(name) です。"),
        confidence: .medium, related: [step])
    }
  }

  private func checkCertificate(_ options: ExportOptions, _ report: inout ProjectReport) {
    guard !options.isSignedAutomatically,
      let entry = options.options.entry(for: "signingCertificate"), let name = entry.value.string,
      Self.certificates.contains(where: name.lowercased().hasPrefix)
    else { return }
    let method = options.method?.value.string ?? ""
    report.add(
      Self.self, in: options.list.text, at: options.list.region(of: entry.range),
      LocalizedText(
        "The export for \(method) is signed with the certificate “\(name)”.",
        ja: "\(method) 向けの書き出しが、証明書「\(name)」で署名されます。"))
  }

  private func checkProfiles(_ options: ExportOptions, _ report: inout ProjectReport) {
    let method = options.method?.value.string ?? ""
    for entry in options.profiles {
      guard let name = entry.value.string, let confidence = Self.confidence(profile: name, of: entry.key)
      else { continue }
      report.add(
        Self.self, in: options.list.text, at: options.list.region(of: entry.range),
        LocalizedText(
          "The export for \(method) signs \(entry.key) with the development profile “\(name)”.",
          ja: "\(method) 向けの書き出しが、開発用プロファイル「\(name)」で \(entry.key) に署名します。"),
        confidence: confidence)
    }
  }

  /// How sure it is that a profile is one for development; `nil` when its name does not say so.
  private static func confidence(profile name: String, of identifier: String) -> Confidence? {
    if profiles.contains(where: name.hasPrefix) { return .high }
    let words = Words.of(name)
    guard words.contains("development"), !ExportOptions.isForDevelopment(identifier),
      !words.contains(where: { distributionWords.contains($0) }),
      !zip(words, words.dropFirst()).contains(where: { ($0, $1) == ("ad", "hoc") })
    else { return nil }
    // An app may be about property development.
    let isKind = words.indices.contains { index in
      words[index] == "development"
        && words[max(0, index - 1)...min(words.count - 1, index + 1)].contains { signingWords.contains($0) }
    }
    return isKind ? .medium : .low
  }

  private static let certificates = [
    "apple development", "iphone developer", "ios developer", "ios development", "mac developer",
  ]
  /// How Xcode and fastlane call the profiles for development that they make.
  private static let profiles = [
    "match Development ", "iOS Team Provisioning Profile:", "tvOS Team Provisioning Profile:",
    "Mac Team Provisioning Profile:", "Mac Catalyst Team Provisioning Profile:",
    "XROS Team Provisioning Profile:", "visionOS Team Provisioning Profile:",
  ]
  private static let distributionWords: Set<String> = [
    "distribution", "store", "appstore", "adhoc", "inhouse", "enterprise", "production", "prod", "release",
    "dist",
  ]
  /// What stands beside `development` where it is the kind of a profile; `os` ends `iOS` and `macOS`.
  private static let signingWords: Set<String> = [
    "profile", "profiles", "provisioning", "match", "ios", "os", "mac", "macos",
  ]
}
