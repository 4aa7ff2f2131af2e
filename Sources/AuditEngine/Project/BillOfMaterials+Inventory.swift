import OmamoriCore
package import OmamoriReport

extension BillOfMaterials {
  /// What lock files, manifests and frameworks in the tree say that the audited app is built from.
  package init(of inventory: Inventory) {
    var collector = ComponentCollector(inventory.layout)
    for lock in inventory.layout.locks { collector.add(lock) }
    for manifest in inventory.layout.manifests { collector.add(manifest) }
    for bundle in BinaryBundle.committed(in: inventory) { collector.add(bundle) }
    let target = inventory.target
    let last = target.path.split(separator: "/").last.map(String.init)
    let name = target.bundleIdentifier ?? last.flatMap { $0 == "." || $0 == ".." ? nil : $0 } ?? "app"
    self.init(
      subject: BillComponent(
        reference: "app:" + name, kind: target.isApp ? .application : .library, name: name,
        version: target.version),
      components: collector.components, direct: collector.direct)
  }
}

private struct ComponentCollector {
  private(set) var components: [BillComponent] = []
  private(set) var direct: [String] = []
  private var asked: Set<String>

  /// Collects for a project whose manifests ask for some of the components themselves.
  init(_ layout: ProjectLayout) {
    let manifests = layout.manifests.flatMap { $0.dependencies.map(\.location) }
    let xcode = layout.xcodeProjects.flatMap { $0.packages.map(\.url) }
    asked = Set((manifests + xcode).map { DependencyAddress.name(of: $0).lowercased() })
  }

  mutating func add(_ lock: LockFile) {
    switch lock.kind {
    case .podfileLock: addPods(lock)
    case .cartfileResolved: for package in lock.packages { addCarthage(package, lock) }
    default: for package in lock.packages { addSwiftPackage(package, lock) }
    }
  }

  /// A pod with all its parts is one component.
  private mutating func addPods(_ lock: LockFile) {
    func base(_ name: String) -> String { String(name.prefix { $0 != "/" }) }
    var needs: [String: Set<String>] = [:]
    for (pod, others) in lock.podfileLock?.edges ?? [:] {
      needs[base(pod), default: []].formUnion(others.map(base).filter { $0 != base(pod) })
    }
    for package in lock.packages {
      let name = base(package.name)
      var properties = ["manager": "cocoapods", "lockFile": lock.text.path]
      properties["specChecksum"] = lock.podfileLock?.checksums[name]
      components.append(
        BillComponent(
          reference: "cocoapods:" + name, name: name, version: package.version,
          packageURL: PackageURL.cocoaPods(name, version: package.version), properties: properties,
          needs: (needs[name] ?? []).map { "cocoapods:" + $0 }))
    }
    direct += (lock.podfileLock?.requirements ?? []).map { "cocoapods:" + base($0.name) }
  }

  private mutating func addCarthage(_ package: LockedPackage, _ lock: LockFile) {
    let address = package.location ?? package.name
    // What is written down never shows a password.
    let source = DependencyAddress.shown(address)
    components.append(
      BillComponent(
        reference: "carthage:" + source, name: package.name, version: package.version ?? package.revision,
        packageURL: PackageURL.github(address, version: package.version ?? package.revision),
        repository: source.contains("://") ? source : "https://github.com/" + source,
        properties: ["manager": "carthage", "lockFile": lock.text.path]))
    direct.append("carthage:" + source)
  }

  private mutating func addSwiftPackage(_ package: LockedPackage, _ lock: LockFile) {
    let version = package.version ?? package.revision
    var properties = ["manager": "swiftpm", "lockFile": lock.text.path]
    properties["revision"] = package.revision
    let reference = "swiftpm:" + package.name.lowercased()
    components.append(
      BillComponent(
        reference: reference, name: package.name, version: version,
        packageURL: PackageURL.swift(package.location, version: version),
        repository: package.location.flatMap { $0.contains("://") ? DependencyAddress.shown($0) : nil },
        properties: properties))
    let name = DependencyAddress.name(of: package.location ?? package.name).lowercased()
    if asked.contains(name) { direct.append(reference) }
  }

  /// The archives that a package fetches.
  mutating func add(_ manifest: PackageManifest) {
    for target in manifest.targets where target.kind == .binary {
      guard let url = target.url else { continue }
      components.append(
        BillComponent(
          reference: "archive:" + target.name, kind: .framework, name: target.name,
          archiveSHA256: target.checksum,
          properties: ["manager": "swiftpm", "archive": DependencyAddress.shown(url)]))
      direct.append("archive:" + target.name)
    }
  }

  mutating func add(_ bundle: BinaryBundle) {
    components.append(
      BillComponent(
        reference: "bundle:" + bundle.file, kind: .framework, name: bundle.name, version: bundle.version,
        properties: ["file": bundle.file, "signed": bundle.isSigned ? "true" : "false"]))
    direct.append("bundle:" + bundle.file)
  }
}
