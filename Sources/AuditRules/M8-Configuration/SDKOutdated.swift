import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A release that is built with an SDK that App Store Connect does not accept any more.
struct SDKOutdated: ProjectRule {
  static let metadata = RuleMetadata(
    id: "sdk-outdated",
    title: LocalizedText("Release built with an outdated SDK", ja: "古い SDK でリリースをビルドしている"),
    why: LocalizedText(
      """
      The system keeps old behaviour for apps that were built with an old SDK, even where it has become stricter since. \
      App Store Connect rejects such builds, so a security update could not be released.
      """,
      ja: """
        古い SDK でビルドしたアプリには、その後厳しくなった動作が適用されないことがあります。\
        App Store Connect にも受け付けられず、セキュリティ更新を配布できません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Build releases with the Xcode version that App Store Connect requires, or a later one.",
        ja: "App Store Connect が求めるバージョン以降の Xcode でリリースをビルドしてください。")),
    severity: .low, confidence: .high, cwe: [1104], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "yaml",
      bad: """
        jobs:
          release:
            runs-on: macos-15
            steps:
              - run: sudo xcode-select -s /Applications/Xcode_16.4.app
              - run: fastlane upload_to_testflight
        """,
      good: """
        jobs:
          release:
            runs-on: macos-26
            steps:
              - run: sudo xcode-select -s /Applications/Xcode_26.2.app
              - run: fastlane upload_to_testflight
        """))

  /// The oldest version of Xcode, and of the SDKs of iOS, tvOS, watchOS and visionOS, that App Store Connect accepts.
  ///
  /// Source: <https://developer.apple.com/news/upcoming-requirements/>, as of November 2026. The list does not name macOS.
  private static let minimum = 26
  private static let minimumDate = "2026-04-28"

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let apps = project.inventory.layout.appTargets
    for (xcode, target) in apps where !target.isTestHost { check(target, of: xcode, &report) }
    guard
      apps.isEmpty
        || !apps.allSatisfy({ xcode, target in xcode.releaseValue("SDKROOT", target: target) == "macosx" })
    else { return }
    for workflow in project.inventory.layout.workflows { check(workflow, &report) }
    for file in project.inventory.files + project.inventory.others
    where file.name == "Fastfile" && file.context != .vendor && file.size <= Self.largestFile {
      if let text = try? TextSource(file) { check(lanes: text, &report) }
    }
  }

  private static let largestFile = 1 << 18

  // MARK: Projects

  /// `SDKROOT = iphoneos17.5`; without a version Xcode builds with its own SDK.
  private func check(_ target: XcodeTarget, of xcode: XcodeProject, _ report: inout ProjectReport) {
    guard let root = xcode.releaseValue("SDKROOT", target: target),
      let setting = xcode.releaseSetting("SDKROOT", target: target),
      let kind = Self.roots.first(where: root.hasPrefix),
      let major = Self.major(root.dropFirst(kind.count)), major < Self.minimum
    else { return }
    report.add(
      Self.self, in: setting.text, at: setting.range,
      LocalizedText(
        "\(target.name) is built with the SDK \(root). \(Self.requirement.english)",
        ja: "\(target.name) を SDK \(root) でビルドしています。\(Self.requirement.japanese)"))
  }

  private static let roots = ["iphoneos", "appletvos", "watchos", "xros"]

  private static let requirement = LocalizedText(
    "Since \(minimumDate) App Store Connect requires SDK \(minimum) or later.",
    ja: "\(minimumDate) から App Store Connect は SDK \(minimum) 以降を求めています。")

  // MARK: Workflows and lanes

  /// An Xcode version that is chosen, with its major number.
  private struct Choice {
    let version: String
    let major: Int
    let range: Range<Int>
  }

  /// The jobs that upload to the store, each with the Xcode version that it chooses last.
  private func check(_ workflow: WorkflowFile, _ report: inout ProjectReport) {
    var told: Set<Int> = []
    func job(_ entry: WorkflowFile.Entry) -> String? {
      entry.path.first == "jobs" && entry.path.count > 1 ? entry.path[1] : nil
    }
    let uploads = workflow.entries.filter { entry in
      (entry.key == "run" || entry.key == "uses" || entry.key == "-") && Self.uploads(entry.value)
    }
    var seen: Set<String> = []
    for name in uploads.compactMap(job) where seen.insert(name).inserted {
      let choices = workflow.entries.filter { job($0) == name || job($0) == nil }.flatMap(Self.choices)
      guard let last = choices.last else { continue }
      if let current = choices.first(where: { $0.major >= Self.minimum }) {
        note(current, in: workflow.text, &report)
      } else if told.insert(last.range.lowerBound).inserted {
        add(last, named: name, in: workflow.text, &report)
      }
    }
  }

  private static func choices(_ entry: WorkflowFile.Entry) -> [Choice] {
    switch entry.key {
    case "xcode-version":
      let version = entry.value.drop { "^~= ".contains($0) }
      return major(version).map { [Choice(version: String(version), major: $0, range: entry.range)] } ?? []
    case "DEVELOPER_DIR": return bundles(in: entry.value, at: entry.range)
    case "run":
      return entry.value.split(whereSeparator: \.isNewline).flatMap { line in
        line.contains("xcode-select") || line.contains("DEVELOPER_DIR")
          ? bundles(in: line, at: entry.range) : []
      }
    default: return []
    }
  }

  /// The lanes of a Fastfile that uploads, which all have to choose an old version.
  private func check(lanes text: TextSource, _ report: inout ProjectReport) {
    var (choices, uploads) = ([Choice](), false)
    for line in text.numberedLines {
      let code = String(decoding: line.bytes, as: UTF8.self).prefix { $0 != "#" }
      if Self.laneUploads.contains(where: code.contains) { uploads = true }
      guard let action = Self.actions.first(where: code.contains) else { continue }
      choices += Self.bundles(in: code, at: line.range)
      let rest = code[(code.firstRange(of: action)?.upperBound ?? code.startIndex)...]
      guard let label = rest.firstRange(of: "version:") else { continue }
      let version = rest[label.upperBound...].drop { " \"'~>=^".contains($0) }.prefix {
        $0.isNumber || $0 == "."
      }
      if let major = Self.major(version) {
        choices.append(Choice(version: String(version), major: major, range: line.range))
      }
    }
    guard uploads, let last = choices.last else { return }
    if let current = choices.first(where: { $0.major >= Self.minimum }) {
      note(current, in: text, &report)
    } else {
      add(last, named: "Fastfile", in: text, &report)
    }
  }

  private static let actions = ["xcodes(", "xcversion(", "xcode_select", "ensure_xcode_version("]
  private static let laneUploads = [
    "upload_to_testflight", "upload_to_app_store", "pilot(", "deliver(", "testflight(", "appstore(",
  ]

  /// Whether a step hands a build to App Store Connect.
  private static func uploads(_ step: String) -> Bool {
    let step = step.lowercased()
    if ["altool", "testflight", "app_store", "appstore", "app-store"].contains(where: step.contains) {
      return true
    }
    guard let lane = step.firstRange(of: "fastlane ") else { return false }
    let words = step[lane.upperBound...].prefix { !$0.isNewline }.split(separator: " ").prefix(2)
    return words.contains { ["release", "beta", "pilot", "deliver"].contains($0) }
  }

  /// The versions in `/Applications/Xcode_16.4.app` and `Xcode-16.app`.
  private static func bundles(in text: some StringProtocol, at range: Range<Int>) -> [Choice] {
    let text = String(text)
    return text.ranges(of: "Xcode").compactMap { found in
      let version = text[found.upperBound...].drop { $0 == "_" || $0 == "-" }
        .prefix { $0.isNumber || $0 == "." }
      let number = version.last == "." ? version.dropLast() : version
      guard text[version.startIndex...].contains(".app") else { return nil }
      return major(number).map { Choice(version: String(number), major: $0, range: range) }
    }
  }

  private static func major(_ version: Substring) -> Int? {
    Int(version.prefix { $0.isNumber })
  }

  private func add(
    _ choice: Choice, named name: String, in text: TextSource, _ report: inout ProjectReport
  ) {
    let minimum = Self.minimum
    report.add(
      Self.self, in: text, at: choice.range,
      LocalizedText(
        """
        \(name) uploads to App Store Connect and builds with Xcode \(choice.version). Since \(Self.minimumDate) uploads \
        require Xcode \(minimum) or later.
        """,
        ja: """
          \(name) は Xcode \(choice.version) でビルドして App Store Connect にアップロードしていますが、\
          \(Self.minimumDate) から Xcode \(minimum) 以降が必要です。
          """),
      confidence: .medium)
  }

  private func note(_ choice: Choice, in text: TextSource, _ report: inout ProjectReport) {
    report.note(
      .currentSDK, file: text.path, region: text.lines.region(of: choice.range),
      LocalizedText(
        "The release is built with Xcode \(choice.version).",
        ja: "リリースを Xcode \(choice.version) でビルドしています。"))
  }
}

extension SDKOutdated: BundleRule {
  func check(_ bundle: AppBundle, _ report: inout ProjectReport) {
    guard bundle.distribution != .simulator, bundle.distribution != .development else { return }
    let versions = bundle.main.executable?.slices.compactMap(\.buildVersion).filter { version in
      Self.platforms.contains(version.platform) && version.sdk.rawValue != 0
    }
    if let file = bundle.main.executable, let version = versions?.min(by: { $0.sdk < $1.sdk }) {
      let text = version.sdk.text
      guard version.sdk.rawValue >> 16 < UInt32(Self.minimum) else {
        report.note(.currentSDK, file: file.path, Self.message(version.platformName, text))
        return
      }
      report.add(
        Self.self, file: file.path, region: .wholeFile, snippet: "LC_BUILD_VERSION sdk \(text)",
        Self.message(version.platformName, text, isOld: true))
    } else if let list = bundle.main.information, let name = list.root["DTPlatformName"]?.string,
      let version = list.root["DTPlatformVersion"]?.string, Self.roots.contains(name),
      let major = Self.major(version[...])
    {
      guard major < Self.minimum else {
        report.note(.currentSDK, file: list.text.path, Self.message(name, version))
        return
      }
      report.add(
        Self.self, in: list.text, at: list.region(ofKey: "DTPlatformVersion"),
        Self.message(name, version, isOld: true))
    }
  }

  private static func message(_ platform: String, _ version: String, isOld: Bool = false) -> LocalizedText {
    LocalizedText(
      "The app was built with the SDK of \(platform) \(version)."
        + (isOld ? " \(requirement.english)" : ""),
      ja: "\(platform) \(version) の SDK でビルドされています。" + (isOld ? requirement.japanese : ""))
  }

  /// iOS, tvOS, watchOS and visionOS.
  private static let platforms: Set<UInt32> = [2, 3, 4, 11]
}
