package import OmamoriReport

/// What the project files, manifests and property lists of the audited material say together.
package struct Project: Sendable {
  /// Everything that was found.
  package let inventory: Inventory
  /// The Xcode projects.
  package private(set) var xcodeProjects: [XcodeProject] = []
  /// The Swift package manifests.
  package private(set) var manifests: [PackageManifest] = []
  /// The Podfiles.
  package private(set) var podfiles: [Podfile] = []
  /// The Cartfiles.
  package private(set) var cartfiles: [Cartfile] = []
  /// The lock files.
  package private(set) var locks: [LockFile] = []
  /// The property lists: `Info.plist`, entitlements, privacy manifests and others.
  package private(set) var propertyLists: [PropertyListFile] = []
  /// The rules of what version control leaves out.
  package private(set) var ignoreRules: [TextSource] = []
  /// The files that could not be read.
  package private(set) var skipped: [SkippedFile] = []
  /// What the sources use, as far as rules about the project ask for it.
  package var uses: [APIUse] = []

  /// Reads what `inventory` has; files that cannot be read are listed in ``skipped``.
  package init(_ inventory: Inventory) {
    self.inventory = inventory
    (xcodeProjects, manifests) = (inventory.layout.xcodeProjects, inventory.layout.manifests)
    for file in inventory.files {
      do {
        try read(file)
      } catch {
        skipped.append(error.skipped)
      }
    }
  }

  /// Whether an app is audited; rules about what is absent speak only then.
  package var isApp: Bool { inventory.target.isApp }

  /// The property lists of one kind.
  package func propertyLists(_ kind: FileKind) -> [PropertyListFile] {
    propertyLists.filter { $0.kind == kind }
  }

  /// The app targets with their projects.
  package var appTargets: [(project: XcodeProject, target: XcodeTarget)] {
    xcodeProjects.flatMap { project in project.targets.filter(\.isApp).map { (project, $0) } }
  }

  private mutating func read(_ file: SourceFile) throws(FileReadFailure) {
    switch file.kind {
    case .infoPlist, .entitlements, .privacyManifest, .propertyList:
      propertyLists.append(try PropertyListFile(file))
    case .podfile: podfiles.append(Podfile(try TextSource(file)))
    case .cartfile: cartfiles.append(Cartfile(try TextSource(file)))
    case .packageResolved, .podfileLock, .cartfileResolved:
      if let lock = LockFile(try TextSource(file), kind: file.kind) { locks.append(lock) }
    case .ignoreRules: ignoreRules.append(try TextSource(file))
    default: break
    }
  }
}
