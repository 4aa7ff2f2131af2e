/// What an app asks for, declares and carries, whether or not anything is wrong with it.
package struct AppInventory: Sendable, Hashable {
  /// A component from a dependency manager or a built bundle.
  package struct Dependency: Sendable, Hashable, Comparable {
    /// The name of the component.
    package let name: String
    /// The locked version, or `nil` when none is known.
    package let version: String?
    /// Where the component comes from: `swiftpm`, `cocoapods`, `carthage`, `bundle`, or another manager's name.
    package let source: String

    /// Makes an entry.
    package init(name: String, version: String?, source: String) {
      (self.name, self.version, self.source) = (name, version, source)
    }

    /// Orders components by name, then version, then source.
    package static func < (left: Dependency, right: Dependency) -> Bool {
      (left.name, left.version ?? "", left.source) < (right.name, right.version ?? "", right.source)
    }
  }

  /// Keys of the permissions the app asks for, such as `NSCameraUsageDescription`.
  package let permissions: [String]
  /// Keys of the entitlements.
  package let entitlements: [String]
  /// URL schemes the app handles.
  package let urlSchemes: [String]
  /// Hosts with an exception from App Transport Security.
  package let atsExceptions: [String]
  /// Hosts the app speaks to or is associated with.
  package let domains: [String]
  /// Components the app is built from.
  package let dependencies: [Dependency]
  /// Executables that were examined, relative to the audited path.
  package let binaries: [String]

  /// Makes an inventory: every list is sorted and freed of duplicates.
  package init(
    permissions: [String] = [], entitlements: [String] = [], urlSchemes: [String] = [],
    atsExceptions: [String] = [], domains: [String] = [], dependencies: [Dependency] = [],
    binaries: [String] = []
  ) {
    self.permissions = Set(permissions).sorted()
    self.entitlements = Set(entitlements).sorted()
    self.urlSchemes = Set(urlSchemes).sorted()
    self.atsExceptions = Set(atsExceptions).sorted()
    self.domains = Set(domains).sorted()
    self.dependencies = Set(dependencies).sorted()
    self.binaries = Set(binaries).sorted()
  }
}
