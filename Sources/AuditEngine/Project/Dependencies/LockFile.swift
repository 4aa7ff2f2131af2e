import OmamoriCore

/// A lock file of a package manager: what exactly is built in.
package struct LockFile: Sendable {
  /// The file.
  package let text: TextSource
  /// What kind of lock file it is.
  package let kind: FileKind
  /// The packages in their order.
  package let packages: [LockedPackage]
  /// The other sections of a `Podfile.lock`.
  package let podfileLock: PodfileLock?

  private let byName: [String: Int]
  private let byAddress: [String: Int]

  /// The first package with this name, in letters of either case.
  package func package(named name: String) -> LockedPackage? {
    byName[name.lowercased()].map { packages[$0] }
  }

  /// The first package whose address ends in this name, in letters of either case.
  package func package(at name: String) -> LockedPackage? {
    byAddress[name.lowercased()].map { packages[$0] }
  }

  /// The most packages that are read.
  static let maximumPackages = 20_000

  /// Reads a `Package.resolved`, `Podfile.lock` or `Cartfile.resolved`; `nil` when it is malformed.
  package init?(_ text: TextSource, kind: FileKind) {
    (self.text, self.kind) = (text, kind)
    podfileLock = kind == .podfileLock ? PodfileLock(text) : nil
    guard let packages = Self.packages(text, kind) else { return nil }
    self.packages = packages
    let numbered = packages.enumerated()
    byName = Dictionary(
      numbered.map { ($1.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    byAddress = Dictionary(
      numbered.map { (DependencyAddress.name(of: $1.location ?? $1.name).lowercased(), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func packages(_ text: TextSource, _ kind: FileKind) -> [LockedPackage]? {
    switch kind {
    case .packageResolved: swiftPackages(text)
    case .podfileLock: pods(text)
    case .cartfileResolved:
      Cartfile(text).entries.prefix(maximumPackages).map { entry in
        LockedPackage(
          name: entry.name, version: entry.reference.flatMap { SemanticVersion($0) == nil ? nil : $0 },
          revision: entry.reference, location: entry.source, range: entry.range)
      }
    default: nil
    }
  }

  /// Versions 1, 2 and 3 of `Package.resolved`.
  private static func swiftPackages(_ text: TextSource) -> [LockedPackage]? {
    guard let root = try? StrictJSON.parse(text.bytes) else { return nil }
    guard let pins = root["pins"]?.arrayValue ?? root["object"]?["pins"]?.arrayValue else { return nil }
    var searchStart = 0
    return pins.prefix(maximumPackages).compactMap { pin in
      guard let name = pin["identity"]?.stringValue ?? pin["package"]?.stringValue else { return nil }
      let location = pin["location"]?.stringValue ?? pin["repositoryURL"]?.stringValue
      let range = text.firstRange(of: "\"\(name)\"", from: searchStart) ?? 0..<0
      searchStart = max(searchStart, range.upperBound)
      return LockedPackage(
        name: name, version: pin["state"]?["version"]?.stringValue,
        revision: pin["state"]?["revision"]?.stringValue,
        location: location, range: range)
    }
  }

  /// The entries `  - Name (1.2.3)` of the section `PODS:`.
  private static func pods(_ text: TextSource) -> [LockedPackage] {
    var (packages, isInPods) = ([LockedPackage](), false)
    for line in text.numberedLines {
      let words = String(decoding: line.bytes, as: UTF8.self)
      if line.bytes.first.map({ $0 > 0x20 }) == true { isInPods = words.hasPrefix("PODS:") }
      guard isInPods, words.hasPrefix("  - "), packages.count < maximumPackages else { continue }
      let entry = words.dropFirst(4).filter { $0 != "\"" }
      guard let open = entry.firstIndex(of: "("), let close = entry.firstIndex(of: ")"), open < close else {
        continue
      }
      let name = entry[..<open].split(separator: " ").joined()
      packages.append(
        LockedPackage(
          name: name, version: String(entry[entry.index(after: open)..<close]), revision: nil, location: nil,
          range: line.range.lowerBound + 2..<line.range.upperBound))
    }
    return packages
  }
}

/// A component that a lock file names, with the place where it does.
package struct LockedComponent: Sendable {
  /// Which component it is.
  package let identity: PackageIdentity
  /// What the lock file says of it.
  package let package: LockedPackage
  /// The lock file.
  package let lock: LockFile

  /// The version, where one is locked and understood.
  package var version: SemanticVersion? { package.version.flatMap(SemanticVersion.init) }

  /// The name without the part behind the slash of a pod.
  package var name: String { String(package.name.prefix { $0 != "/" }) }
}

extension ProjectFacts {
  /// What the lock files that decide the build name: each component of a file once.
  package var lockedComponents: [LockedComponent] {
    inventory.layout.usedLocks.flatMap { lock in
      var seen: Set<PackageIdentity> = []
      return lock.packages.compactMap { package in
        let component = LockedComponent(identity: PackageIdentity(package.name), package: package, lock: lock)
        return seen.insert(component.identity).inserted ? component : nil
      }
    }
  }
}

/// A package in a lock file.
package struct LockedPackage: Sendable, Hashable {
  /// The name that the package manager gives it.
  package let name: String
  /// The version, or `nil` when a branch or commit is locked.
  package let version: String?
  /// The commit, where the manager records one.
  package let revision: String?
  /// Where it comes from, where the manager records it.
  package let location: String?
  /// The bytes of the entry in the lock file.
  package let range: Range<Int>
}
