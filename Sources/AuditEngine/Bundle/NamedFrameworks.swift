/// Which frameworks the project beside a built app speaks of.
///
/// A name counts wherever a project file, a manifest, a lock file, a configuration or a script has it, alone or as a part of a
/// longer one (`Lottie` in `lottie-ios`), and when a framework of that name lies in the tree.
package struct NamedFrameworks {
  /// Whether everything that is built in has to be named; package managers, scripts and projects outside of the tree bring
  /// frameworks under names of their own.
  package let isComplete: Bool
  private let names: Set<[UInt8]>

  /// Reads what lies around `bundle`; `nil` when the project that builds it is not there, or has too much to read.
  package init?(around bundle: AppBundle) {
    let layout = bundle.facts.inventory.layout
    guard !bundle.main.folder.isEmpty, layout.appTargets.contains(where: { Self.builds($0, bundle) }) else {
      return nil
    }
    var (names, room) = (Set<[UInt8]>(), Self.largestTotal)
    var isComplete =
      layout.manifests.isEmpty
      && layout.xcodeProjects.allSatisfy { project in
        project.packages.isEmpty && !project.isCutShort && project.targets.allSatisfy(\.scripts.isEmpty)
      }
    for file in bundle.facts.inventory.files + bundle.facts.inventory.others {
      let folders = file.folder.split(separator: "/")
      // What another build holds is no part of the project.
      if folders.contains(where: { $0.hasSuffix(".app") || $0.hasSuffix(".xcarchive") }) { continue }
      for folder in folders {
        if Self.managed.contains(folder.lowercased()) { isComplete = false }
        if let end = folder.firstRange(of: ".framework") ?? folder.firstRange(of: ".xcframework") {
          names.insert(Self.letters(Array(folder[..<end.lowerBound].utf8)))
        }
      }
      guard Self.kinds.contains(file.kind) else { continue }
      isComplete = isComplete && Self.kindsOfProject.contains(file.kind)
      guard file.size <= room, let text = try? TextSource(file) else { return nil }
      room -= file.size
      // What is referred to outside of the tree is not read.
      if text.bytes.contains([0x2E, 0x2E, 0x2F]) { isComplete = false }
      Self.collect(text.bytes, into: &names)
    }
    (self.names, self.isComplete) = (names, isComplete)
  }

  /// Whether something speaks of a framework called `name`.
  package func contains(_ name: some StringProtocol) -> Bool {
    names.contains(Self.letters(Array(name.utf8)))
  }

  /// Whether the target makes this app: by its identifier when both are known, otherwise by its name.
  private static func builds(
    _ app: (project: XcodeProject, target: XcodeTarget), _ bundle: AppBundle
  ) -> Bool {
    if let identifier = bundle.main.identifier,
      let built = app.project.releaseValue("PRODUCT_BUNDLE_IDENTIFIER", target: app.target)
    {
      return identifier == built
    }
    return ProjectPath.name(of: bundle.main.folder) == app.target.name + ".app"
  }

  /// Adds each word of a text, and each of its parts.
  private static func collect(_ bytes: [UInt8], into names: inout Set<[UInt8]>) {
    for word in bytes.split(whereSeparator: { !isLetter($0) && !joins.contains($0) }) {
      let parts = word.split(whereSeparator: joins.contains)
      if parts.count > 1 { names.insert(letters(word)) }
      for part in parts { names.insert(letters(part)) }
    }
  }

  /// The letters and digits in lower case.
  private static func letters(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.filter(isLetter).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: false
    }
  }

  /// `-`, `.`, `_` and `+` stand in names.
  private static let joins: Set<UInt8> = [0x2D, 0x2E, 0x5F, 0x2B]
  /// No more bytes are read for one app.
  private static let largestTotal = 32 << 20
  private static let kindsOfProject: Set<FileKind> = [
    .xcodeProject, .xcodeWorkspace, .buildConfiguration, .scheme, .yaml,
  ]
  private static let kinds: Set<FileKind> = kindsOfProject.union([
    .podfile, .podfileLock, .podspec, .packageManifest, .packageResolved, .cartfile, .cartfileResolved,
    .script,
  ])
  private static let managed: Set<String> = ["pods", "carthage", "sourcepackages", "flutter", "node_modules"]
}
