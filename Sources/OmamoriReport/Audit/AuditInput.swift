package import OmamoriCore

/// A kind of material an audit can read; what was there decides what can be answered.
package enum AuditInput: String, CaseIterable, Sendable, Hashable, Codable, Comparable {
  /// Swift source files.
  case swift
  /// Objective-C source files.
  case objectiveC
  /// An app's `Info.plist`.
  case infoPlist
  /// Entitlements.
  case entitlements
  /// A privacy manifest.
  case privacyManifest
  /// Storyboards and xib files.
  case interfaceBuilder
  /// An Xcode project file.
  case project
  /// Dependency manifests or lock files.
  case dependencies
  /// A built app.
  case binary

  /// Orders inputs by name.
  package static func < (left: AuditInput, right: AuditInput) -> Bool { left.rawValue < right.rawValue }
}

extension AuditInput {
  /// The name of the material, as it stands in a sentence.
  package var title: LocalizedText {
    switch self {
    case .swift: LocalizedText("Swift source", ja: "Swift ソース")
    case .objectiveC: LocalizedText("Objective-C source", ja: "Objective-C ソース")
    case .infoPlist: LocalizedText("Info.plist", ja: "Info.plist")
    case .entitlements: LocalizedText("entitlements file", ja: "エンタイトルメント")
    case .privacyManifest: LocalizedText("privacy manifest", ja: "プライバシーマニフェスト")
    case .interfaceBuilder: LocalizedText("storyboard or xib file", ja: "ストーリーボード・xib")
    case .project: LocalizedText("Xcode project file", ja: "Xcode プロジェクトファイル")
    case .dependencies: LocalizedText("dependency manifest", ja: "依存関係の定義ファイル")
    case .binary: LocalizedText("built app", ja: "ビルド済みアプリ")
    }
  }
}
