package import OmamoriCore

/// What was audited.
package struct AuditTarget: Sendable, Hashable {
  /// The form the target came in.
  package enum Kind: String, CaseIterable, Sendable, Hashable, Codable {
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
  package let path: String
  /// The form it has.
  package let kind: Kind
  /// Whether an app was recognised in it: a project file, an executable product, an app delegate or an `@main` app.
  package let isApp: Bool
  /// The bundle identifier, when one was found.
  package let bundleIdentifier: String?
  /// The version, when one was found.
  package let version: String?
  /// The revision of the source tree, when it is known.
  package let commit: String?

  /// Makes a target.
  package init(
    path: String, kind: Kind, isApp: Bool, bundleIdentifier: String? = nil, version: String? = nil,
    commit: String? = nil
  ) {
    (self.path, self.kind, self.isApp) = (path, kind, isApp)
    (self.bundleIdentifier, self.version, self.commit) = (bundleIdentifier, version, commit)
  }
}

extension AuditTarget.Kind {
  /// The name of the form.
  package var title: LocalizedText {
    switch self {
    case .xcodeProject: LocalizedText("Xcode project", ja: "Xcode プロジェクト")
    case .swiftPackage: LocalizedText("Swift package", ja: "Swift パッケージ")
    case .sourceTree: LocalizedText("source tree", ja: "ソースツリー")
    case .file: LocalizedText("source file", ja: "ソースファイル")
    case .propertyList: LocalizedText("property list", ja: "プロパティリスト")
    case .appBundle: LocalizedText("app bundle", ja: "アプリバンドル")
    case .ipa: LocalizedText("app archive", ja: "アプリアーカイブ（IPA）")
    }
  }
}
