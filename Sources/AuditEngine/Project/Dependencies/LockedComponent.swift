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
  /// What the lock files name: each component of a file once.
  package var lockedComponents: [LockedComponent] {
    inventory.layout.locks.flatMap { lock in
      var seen: Set<PackageIdentity> = []
      return lock.packages.compactMap { package in
        let component = LockedComponent(identity: PackageIdentity(package.name), package: package, lock: lock)
        return seen.insert(component.identity).inserted ? component : nil
      }
    }
  }
}
