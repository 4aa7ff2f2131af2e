package import OmamoriCore

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
    case .ipa: LocalizedText("app archive", ja: "アプリアーカイブ (IPA)")
    }
  }
}
