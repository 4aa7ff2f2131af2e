import OmamoriATS
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
    let outermost = apps.filter { app in
      !apps.contains { $0 != app && ($0.isEmpty || ProjectPath.isBelow(app, $0)) }
    }
    return outermost.sorted().map { AppBundle(folder: $0, units: folders, facts: facts) }
  }

  private init(folder app: String, units folders: Set<String>, facts: ProjectFacts) {
    func isInside(_ path: String) -> Bool { app.isEmpty || ProjectPath.isBelow(path, app) }
    let files = facts.inventory.files.filter { isInside($0.path) }
    let binaries = Dictionary(
      facts.binaries.filter { isInside($0.path) }.map { ($0.path, $0) },
      uniquingKeysWith: { first, _ in first })
    let plists = Dictionary(
      facts.propertyLists(.infoPlist).map { (Self.folder(ofInformation: $0.text.path), $0) },
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
      let profile = files.first { profiles.contains($0.path) }.flatMap(ProvisioningProfile.init)
      return BundleUnit(
        folder: folder, kind: kind, information: information, executable: executable, profile: profile)
    }

    main = unit(app, .app)
    parts = folders.filter { $0 != app && isInside($0) }.sorted().compactMap { folder in
      BundleUnit.Kind(folder: folder).map { unit(folder, $0) }
    }
    let known = Set(([main] + parts).compactMap { $0.executable?.path })
    libraries = binaries.values.filter { !known.contains($0.path) }.sorted { $0.path < $1.path }
    self.files = files
    isPacked = facts.inventory.target.kind == .ipa
    self.facts = facts
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
