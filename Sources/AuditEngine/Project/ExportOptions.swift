package import OmamoriATS

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
