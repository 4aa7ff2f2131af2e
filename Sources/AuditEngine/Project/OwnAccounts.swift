extension ProjectLayout {
  /// The accounts that the project itself belongs to, in lower case, as far as its own files tell.
  ///
  /// Whoever owns the repository can change everything in it, so what comes from the same account adds no risk. An
  /// account counts when a workflow compares itself with it, when the app or a part of its bundle identifier is called
  /// like it, and when it owns packages that are called after the app.
  package var ownAccounts: Set<String> {
    var accounts = workflows.reduce(into: Set<String>()) { $0.formUnion($1.ownAccounts) }
    let names = appNames
    for owner in Set(packageOwners.map(\.owner) + workflows.flatMap { $0.actions.map(\.owner) })
    where names.contains(Self.plain(owner)) { accounts.insert(owner) }
    for (owner, package) in packageOwners {
      let package = Self.plain(package)
      if names.contains(where: { $0.utf8.count >= 5 && package != $0 && package.hasPrefix($0) }) {
        accounts.insert(owner)
      }
    }
    return accounts
  }

  /// The names of the apps and the parts of their identifiers that name somebody: `jp.tsukimi.calendar` has `tsukimi`.
  private var appNames: Set<String> {
    var names: Set<String> = []
    for (project, target) in appTargets where !target.isTestHost {
      names.insert(Self.plain(target.name))
      names.insert(Self.plain(String(ProjectPath.name(of: project.bundle).prefix { $0 != "." })))
      let identifier = project.releaseValue("PRODUCT_BUNDLE_IDENTIFIER", target: target) ?? ""
      let parts = identifier.split(separator: ".")
      // The first part is a domain of the top level, which many share.
      if parts.count >= 3 { names.insert(Self.plain(String(parts[1]))) }
    }
    return names.filter { $0.utf8.count >= 4 && !Self.common.contains($0) }
  }

  /// The owners of the packages that are asked for or locked, with the names of the packages.
  private var packageOwners: [(owner: String, package: String)] {
    let asked = manifests.flatMap { $0.dependencies.filter { $0.requirement != .local }.map(\.location) }
    let locations =
      asked + xcodeProjects.flatMap { $0.packages.map(\.url) }
      + locks.flatMap { $0.packages.compactMap(\.location) }
    return Set(locations).sorted().compactMap { location in
      DependencyAddress.owner(of: location).map { ($0, DependencyAddress.name(of: location)) }
    }
  }

  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// Names that say nothing of who owns an app.
  private static let common: Set<String> = [
    "apple", "client", "demo", "example", "github", "google", "main", "mobile", "project", "runner", "sample",
    "swift", "target",
  ]
}
