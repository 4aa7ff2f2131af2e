package import OmamoriCore

extension Evidence.Kind {
  /// The name of what was seen.
  package var title: LocalizedText {
    switch self {
    case .networkUse: LocalizedText("use of the network", ja: "ネットワークの利用")
    case .pinning: LocalizedText("pinning", ja: "ピンニング")
    case .pinningBroken: LocalizedText("pinning that does not protect", ja: "機能しないピンニング")
    case .integrityCheck: LocalizedText("integrity checks", ja: "完全性の検査")
    case .keychainUse: LocalizedText("use of the Keychain", ja: "Keychain の利用")
    case .keychainProtected: LocalizedText("protected Keychain items", ja: "保護された Keychain 項目")
    case .localAuthentication: LocalizedText("local authentication", ja: "ローカル認証")
    case .localAuthenticationBound:
      LocalizedText("local authentication bound to the Keychain", ja: "Keychain に結び付いたローカル認証")
    case .logging: LocalizedText("logging", ja: "ログ出力")
    case .backupExclusion: LocalizedText("exclusion from backups", ja: "バックアップからの除外")
    case .fileProtection: LocalizedText("complete file protection", ja: "完全なファイル保護")
    case .snapshotProtection: LocalizedText("protection of screen snapshots", ja: "画面スナップショットの保護")
    case .authenticatedEncryption: LocalizedText("authenticated encryption", ja: "認証付き暗号")
    case .privacyManifest: LocalizedText("privacy manifest", ja: "プライバシーマニフェスト")
    case .atsEnforced: LocalizedText("App Transport Security in force", ja: "有効な App Transport Security")
    case .atsTightened: LocalizedText("tightened App Transport Security", ja: "強化された App Transport Security")
    case .debugConditional: LocalizedText("debug code behind a condition", ja: "条件付きコンパイルされたデバッグコード")
    case .dependenciesLocked: LocalizedText("locked dependencies", ja: "固定された依存関係")
    }
  }
}
