package import OmamoriATS
package import OmamoriReport

/// The options with which `xcodebuild -exportArchive` makes an app to hand on from an archive.
///
/// A property list is one when its name says so, or when it names a method of export beside another option; what
/// tools put in its place while they run is not known.
///
/// Source: `xcodebuild -help`, "Available keys for -exportOptionsPlist".
package struct ExportOptions: Sendable {
  /// Whom an export is made for.
  package enum Audience: Sendable, Hashable {
    /// The developers' own devices; a debugger may attach.
    case developers
    /// A list of devices.
    case testers
    /// All devices of an organisation.
    case organisation
    /// The store, or anybody.
    case everybody
  }

  /// The file.
  package let list: PropertyListSource
  /// The options.
  package let options: PropertyListDictionary

  /// Reads `list`, or `nil` when it holds no export options.
  package init?(_ list: PropertyListSource) {
    guard list.kind == .propertyList, let options = list.root.dictionary else { return nil }
    let others = options.entries.count { Self.otherKeys.contains($0.key) }
    let method = options["method"]?.string
    let isNamed = Self.isNamed(ProjectPath.name(of: list.text.path)) && (method != nil || others > 0)
    guard isNamed || others > 0 && Self.methods.contains(method ?? "") else { return nil }
    (self.list, self.options) = (list, options)
  }

  /// Whether a file of this name is there for export options: `ExportOptions.plist`, `export-options-beta.plist`.
  package static func isNamed(_ name: some StringProtocol) -> Bool {
    guard name.lowercased().hasSuffix(".plist") else { return false }
    return Words.of(name).joined().contains("exportoptions")
  }

  /// The method that the file names.
  package var method: PropertyListDictionary.Entry? { options.entry(for: "method") }

  /// Whom the export is made for; `nil` when no method is named, or one that tells nothing.
  ///
  /// Without a method Xcode exports for development; but tools add theirs to a file that names none.
  package var audience: Audience? { method?.value.string.flatMap { Self.audiences[$0] } }

  /// Whether people other than the developers get the export.
  package var isForOthers: Bool { audience.map { $0 != .developers } ?? false }

  /// Whether Xcode chooses certificates and profiles itself and passes over those that are named.
  package var isSignedAutomatically: Bool { options["signingStyle"]?.string == "automatic" }

  /// The profiles that the export is signed with, by the identifier of the part that each of them is for.
  package var profiles: [PropertyListDictionary.Entry] {
    isSignedAutomatically ? [] : options["provisioningProfiles"]?.dictionary?.entries ?? []
  }

  /// The options of every export of the project, in the order of the files.
  package static func all(in project: ProjectFacts) -> [ExportOptions] {
    project.propertyLists.compactMap(ExportOptions.init)
  }

  /// The methods, the older names among them, with whom they export for.
  private static let audiences: [String: Audience] = [
    "development": .developers, "debugging": .developers, "ad-hoc": .testers, "release-testing": .testers,
    "enterprise": .organisation, "app-store": .everybody, "app-store-connect": .everybody,
    "developer-id": .everybody,
  ]

  private static let methods = Set(audiences.keys).union(["mac-application", "package", "validation"])

  /// The keys besides the method that hardly any other property list has.
  private static let otherKeys: Set<String> = [
    "signingStyle", "signingCertificate", "installerSigningCertificate", "provisioningProfiles", "teamID",
    "thinning", "compileBitcode", "uploadBitcode", "uploadSymbols", "stripSwiftSymbols",
    "manageAppVersionAndBuildNumber", "iCloudContainerEnvironment", "distributionBundleIdentifier",
    "testFlightInternalTestingOnly", "generateAppStoreInformation", "manifest",
    "embedOnDemandResourcesAssetPacksInBundle", "onDemandResourcesAssetPacksBaseURL",
  ]
}

/// What the names around an export say that it is made for.
extension ExportOptions {
  /// Whether the file's name speaks of a release and not of development as well.
  package var isNamedForRelease: Bool { Self.isForRelease(ProjectPath.name(of: list.text.path)) }

  /// Whether the file's name speaks of development.
  package var isNamedForDevelopment: Bool {
    Self.isForDevelopment(ProjectPath.name(of: list.text.path))
  }

  /// Whether `name` speaks of what is handed on: `ExportOptions-AppStore.plist`, a workflow `release.yml`.
  static func isForRelease(_ name: some StringProtocol) -> Bool {
    guard !isForDevelopment(name) else { return false }
    let words = Words.of(name)
    return words.contains { releaseWords.contains($0) }
      || zip(words, words.dropFirst()).contains { releasePairs.contains($0 + " " + $1) }
  }

  /// Whether `name` speaks of development: `ExportOptionsDev.plist`, `com.example.app.debug`.
  package static func isForDevelopment(_ name: some StringProtocol) -> Bool {
    Words.of(name).contains { developmentWords.contains($0) }
  }

  private static let developmentWords: Set<String> = [
    "dev", "develop", "development", "debug", "debugging", "local", "simulator", "staging", "stg", "qa",
    "test", "tests", "testing", "nightly", "internal",
  ]
  private static let releaseWords: Set<String> = [
    "release", "releases", "appstore", "production", "prod", "distribution", "testflight", "enterprise",
    "inhouse", "adhoc",
  ]
  private static let releasePairs: Set<String> = ["app store", "in house", "ad hoc", "test flight"]
}

/// A command that exports a release: in a workflow, in a job of GitLab, or in a script that is named for it.
package struct ReleaseExport: Sendable {
  /// The file of options, as the command names it, without what stands for the folder of the repository.
  package let options: String
  /// The file that the command is in.
  package let path: String
  /// Where the command is.
  package let region: SourceRegion

  /// Whether the command means the file at `path`.
  package func means(_ path: String) -> Bool { path == options || path.hasSuffix("/" + options) }

  /// The commands in `project`, those of its workflows first.
  package static func all(in project: ProjectFacts) -> [ReleaseExport] {
    let workflows = project.inventory.layout.workflows
    let others = (project.inventory.files + project.inventory.others).sorted { $0.path < $1.path }
    return Array((workflows.flatMap(all) + others.flatMap(all)).prefix(most))
  }

  private static func all(in workflow: WorkflowFile) -> [ReleaseExport] {
    let isRelease =
      ExportOptions.isForRelease(ProjectPath.name(of: workflow.text.path))
      || workflow.isTriggered(by: "release")
    return workflow.entries.flatMap { entry -> [ReleaseExport] in
      let job = entry.path.first == "jobs" && entry.path.count > 1 ? entry.path[1] : ""
      guard entry.key == "run", isRelease || ExportOptions.isForRelease(job) else { return [] }
      return commands(in: entry.value, workflow.text, at: entry.range)
    }
  }

  /// The commands in a script, or in the jobs of `.gitlab-ci.yml`.
  private static func all(in file: SourceFile) -> [ReleaseExport] {
    let isJobs = file.name == ".gitlab-ci.yml"
    guard file.size <= largestScript, file.context != .vendor,
      isJobs || file.kind == .script && ExportOptions.isForRelease(file.name),
      let text = try? TextSource(file)
    else { return [] }
    if isJobs {
      return WorkflowFile(text).entries.flatMap { entry -> [ReleaseExport] in
        guard entry.path.contains("script"), ExportOptions.isForRelease(entry.path[0]) else { return [] }
        return commands(in: entry.value, text, at: entry.range)
      }
    }
    return commands(in: String(decoding: text.bytes, as: UTF8.self), text, at: nil)
  }

  /// The commands `xcodebuild -exportArchive -exportOptionsPlist FILE` in a script, where the file is written out.
  ///
  /// Without a range, each is at the line with the option.
  private static func commands(in script: String, _ text: TextSource, at range: Range<Int>?)
    -> [ReleaseExport]
  {
    guard script.contains(option) else { return [] }
    var seen: Set<String> = []
    let files = optionFiles(in: script).filter { seen.insert($0).inserted }
    guard !files.isEmpty else { return [] }
    let region = range.map(text.lines.region(of:)) ?? lineOfOption(in: text)
    return files.prefix(mostOfScript).map { ReleaseExport(options: $0, path: text.path, region: region) }
  }

  private static func lineOfOption(in text: TextSource) -> SourceRegion {
    let line = text.numberedLines.first { line in
      String(decoding: line.bytes, as: UTF8.self).contains(option)
    }
    return text.lines.region(of: line?.range ?? 0..<0)
  }

  static func optionFiles(in script: String) -> [String] {
    let words = script.split(whereSeparator: \.isNewline)
      .filter { $0.first { $0 != " " && $0 != "\t" } != "#" }
      .flatMap { $0.split { " \t\\".contains($0) } }
    return zip(words, words.dropFirst()).compactMap { word, next in
      guard word == option else { return nil }
      var file = String(next.filter { $0 != "\"" && $0 != "'" })
      for start in folders where file.hasPrefix(start) { file.removeFirst(start.count) }
      return file.isEmpty || file.contains("$") || file.contains("..") ? nil : file
    }
  }

  private static let option = "-exportOptionsPlist"
  /// What stands for the folder of the repository.
  private static let folders = [
    "$GITHUB_WORKSPACE/", "${GITHUB_WORKSPACE}/", "$CI_PROJECT_DIR/", "${CI_PROJECT_DIR}/", "./",
  ]
  private static let largestScript = 1 << 18
  /// How many files of options a script, and all of them together, may name.
  private static let (mostOfScript, most) = (64, 1_000)
}
