/// What was audited.
public struct AuditTarget: Sendable, Hashable {
  /// The form the target came in.
  public enum Kind: String, CaseIterable, Sendable, Hashable, Codable {
    /// A folder with an Xcode project or workspace.
    case xcodeProject
    /// A folder with a `Package.swift`.
    case swiftPackage
    /// A folder with neither.
    case sourceTree
    /// One source file.
    case file
    /// One property list.
    case propertyList
    /// A built `.app` folder.
    case appBundle
    /// A zipped app.
    case ipa
  }

  /// The path as it was given.
  public let path: String
  /// The form it has.
  public let kind: Kind
  /// Whether an app was recognised in it: a project file, an executable product, an app delegate or an `@main` app.
  public let isApp: Bool
  /// The bundle identifier, when one was found.
  public let bundleIdentifier: String?
  /// The version, when one was found.
  public let version: String?
  /// The revision of the source tree, when it is known.
  public let commit: String?

  /// Makes a target.
  public init(
    path: String, kind: Kind, isApp: Bool, bundleIdentifier: String? = nil, version: String? = nil,
    commit: String? = nil
  ) {
    (self.path, self.kind, self.isApp) = (path, kind, isApp)
    (self.bundleIdentifier, self.version, self.commit) = (bundleIdentifier, version, commit)
  }
}
