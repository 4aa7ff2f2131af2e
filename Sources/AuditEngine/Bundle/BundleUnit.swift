import OmamoriATS

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
