import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A built app of the audited material with everything in it.
package struct AppBundle: Sendable {
  /// Who a build is for, as far as its profile and signature tell.
  package enum Distribution: Sendable, Hashable {
    /// A simulator.
    case simulator
    /// The developers' own devices.
    case development
    /// A list of devices.
    case adHoc
    /// All devices of an organisation.
    case enterprise
    /// The store, or anybody.
    case everybody
    /// Nothing tells.
    case unknown

    /// Whether people other than the developers are to run it.
    package var isShipped: Bool { self == .adHoc || self == .enterprise || self == .everybody }
  }

  /// The app itself.
  package let main: BundleUnit
  /// The other parts, in the order of their folders: frameworks, extensions, watch apps.
  package let parts: [BundleUnit]
  /// Libraries that are no framework.
  package let libraries: [MachOFile]
  /// Every file in the app.
  package let files: [SourceFile]
  /// Whether the app was taken from an archive that is made for handing it on.
  package let isPacked: Bool
  /// What is known of the audited material around the app.
  package let facts: ProjectFacts

  /// The app and its other parts.
  package var units: [BundleUnit] { [main] + parts }

  /// Every file of machine code in the app.
  package var binaries: [MachOFile] { units.compactMap(\.executable) + libraries }

  /// Who the build is for.
  package var distribution: Distribution {
    if main.executable?.slices.contains(where: \.isSimulator) == true { return .simulator }
    if let profile = main.profile {
      if profile.allowsDebugging { return .development }
      if profile.isForAllDevices { return .enterprise }
      return profile.devices.isEmpty ? .everybody : .adHoc
    }
    guard let executable = main.executable else { return .unknown }
    if executable.slices.contains(where: { ($0.encryption ?? 0) != 0 }) { return .everybody }
    let signatures = executable.slices.compactMap(\.signature)
    if signatures.contains(where: { !$0.isAdHoc }) {
      return signatures.contains(where: \.allowsDebugging) && !isPacked ? .development : .everybody
    }
    return isPacked ? .everybody : .unknown
  }

  /// The apps among what was audited, outermost ones only.
  package static func all(in facts: ProjectFacts) -> [AppBundle] {
    let folders = Set(facts.propertyLists(.infoPlist).map { folder(ofInformation: $0.text.path) })
    let isRoot = facts.inventory.target.kind == .appBundle
    let apps = folders.filter { folder in
      folder.isEmpty ? isRoot : BundleUnit.Kind(folder: folder) == .app
    }
    let outermost = Set(
      apps.filter { app in !ProjectPath.places(around: app).contains { $0 != app && apps.contains($0) } })
    guard !outermost.isEmpty else { return [] }
    // Each thing is put to its app once: there may be thousands of apps.
    func grouped<Thing>(_ things: [Thing], _ path: (Thing) -> String) -> [String: [Thing]] {
      var groups: [String: [Thing]] = [:]
      for thing in things {
        let app = ProjectPath.places(around: path(thing)).first { outermost.contains($0) }
        if let app { groups[app, default: []].append(thing) }
      }
      return groups
    }
    // Scripts and the like are no part of an app's source, but they are a part of what is handed on.
    let files = grouped(facts.inventory.files + facts.inventory.others, \.path)
    let binaries = grouped(facts.binaries, \.path)
    let units = grouped(Array(folders)) { $0 }
    let plists = Dictionary(
      facts.propertyLists(.infoPlist).map { (folder(ofInformation: $0.text.path), $0) },
      uniquingKeysWith: { first, _ in first })
    return outermost.sorted().map { app in
      AppBundle(
        folder: app, units: units[app] ?? [], files: (files[app] ?? []).sorted { $0.path < $1.path },
        binaries: binaries[app] ?? [], plists: plists, facts: facts)
    }
  }

  private init(
    folder app: String, units folders: [String], files: [SourceFile], binaries: [MachOFile],
    plists: [String: PropertyListSource], facts: ProjectFacts
  ) {
    let binaries = Dictionary(
      binaries.map { ($0.path, $0) },
      uniquingKeysWith: { first, _ in first })
    let profilePaths = ["embedded.mobileprovision", "embedded.provisionprofile"]
    let profileFiles = Dictionary(
      files.filter { profilePaths.contains($0.name) }.map { ($0.path, $0) },
      uniquingKeysWith: { first, _ in first })

    func unit(_ folder: String, _ kind: BundleUnit.Kind) -> BundleUnit {
      let information = plists[folder]
      let shown = folder.isEmpty ? facts.inventory.target.path : folder
      let name =
        information?.root["CFBundleExecutable"]?.string
        ?? shown.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? ""
      let places = ["", "Contents/MacOS/", "Versions/A/", "Versions/Current/"].map { $0 + name }
      let executable = places.lazy.compactMap { binaries[folder.isEmpty ? $0 : "\(folder)/\($0)"] }.first
      let profiles = ["embedded.mobileprovision", "Contents/embedded.provisionprofile"]
        .map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
      let profile = profiles.sorted().lazy.compactMap { profileFiles[$0] }.first
        .flatMap(ProvisioningProfile.init)
      return BundleUnit(
        folder: folder, kind: kind, information: information, executable: executable, profile: profile)
    }

    main = unit(app, .app)
    parts = folders.filter { $0 != app }.sorted().compactMap { folder in
      BundleUnit.Kind(folder: folder).map { unit(folder, $0) }
    }
    let known = Set(([main] + parts).compactMap { $0.executable?.path })
    libraries = binaries.values.filter { !known.contains($0.path) }.sorted { $0.path < $1.path }
    self.files = files
    isPacked = facts.inventory.target.kind == .ipa
    self.facts = facts
  }

  /// The programs that are named by an `Info.plist` and could not be examined, because they are missing or empty.
  var unexaminedPrograms: [SkippedFile] {
    let sizes = Dictionary(files.map { ($0.path, $0.size) }, uniquingKeysWith: { first, _ in first })
    return units.compactMap { unit -> SkippedFile? in
      guard unit.executable == nil, let name = unit.information?.root["CFBundleExecutable"]?.string,
        !name.isEmpty, !name.contains("$(")
      else { return nil }
      let path = unit.folder.isEmpty ? name : "\(unit.folder)/\(name)"
      let message =
        switch sizes[path] {
        case nil:
          LocalizedText("the program is missing; build the app again", ja: "実行ファイルがありません。アプリをビルドし直してください")
        case 0: LocalizedText("the program is empty; build the app again", ja: "実行ファイルが空です。アプリをビルドし直してください")
        default:
          LocalizedText(
            "the program is not a Mach-O file; build the app again",
            ja: "実行ファイルが Mach-O 形式ではありません。アプリをビルドし直してください")
        }
      return SkippedFile(file: path, reason: .malformed, message: message)
    }
  }

  /// The folder of the part that an `Info.plist` at `path` describes.
  private static func folder(ofInformation path: String) -> String {
    var names = path.split(separator: "/").dropLast()
    if names.last == "Resources" { names = names.dropLast() }
    if names.count >= 2, names[names.endIndex - 2] == "Versions" { names = names.dropLast(2) }
    if names.last == "Contents" { names = names.dropLast() }
    return names.joined(separator: "/")
  }
}

/// One signed part of a built app: the app itself, an extension, a framework.
package struct BundleUnit: Sendable {
  /// What a part is.
  package enum Kind: Sendable, Hashable {
    /// An app, also one for a watch inside another app.
    case app
    /// An extension.
    case appExtension
    /// A framework.
    case framework
    /// A bundle of tests.
    case tests
    /// A bundle of resources or a plug-in of another kind.
    case other

    /// The kind that the name of a folder tells.
    package init?(folder: String) {
      let name = folder.lowercased()
      let kinds: [(String, Kind)] = [
        (".app", .app), (".appex", .appExtension), (".framework", .framework), (".xctest", .tests),
        (".bundle", .other), (".systemextension", .appExtension), (".xpc", .appExtension),
      ]
      guard let kind = kinds.first(where: { name.hasSuffix($0.0) })?.1 else { return nil }
      self = kind
    }
  }

  /// The folder, relative to the audited path; empty when it is the audited folder.
  package let folder: String
  /// What it is.
  package let kind: Kind
  /// Its `Info.plist`, when it can be read.
  package let information: PropertyListSource?
  /// Its program or library, when there is one that can be read.
  package let executable: MachOFile?
  /// The provisioning profile in it, when there is one that can be read.
  package let profile: ProvisioningProfile?

  /// The identifier that its `Info.plist` gives.
  package var identifier: String? { information?.root["CFBundleIdentifier"]?.string }
}
