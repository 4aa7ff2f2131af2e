package import OmamoriCore

/// Something seen in the audited material that is no weakness but answers a question of the checklist.
package struct Evidence: Sendable, Hashable {
  /// What was seen.
  package enum Kind: String, CaseIterable, Sendable, Hashable, Codable {
    /// Requests are made over the network.
    case networkUse
    /// A certificate or key pin is checked on a chain that is evaluated, with a backup.
    case pinning
    /// A pin is checked, but in a way that does not protect.
    case pinningBroken
    /// Jailbreak, debugger or tampering signals are looked at.
    case integrityCheck
    /// Items are stored in the Keychain.
    case keychainUse
    /// A Keychain item is stored with a device-only accessibility or an access control.
    case keychainProtected
    /// A person is authenticated with biometrics or passcode.
    case localAuthentication
    /// Authentication releases a Keychain item or key.
    case localAuthenticationBound
    /// Something is logged.
    case logging
    /// A file is excluded from backups.
    case backupExclusion
    /// A file is written with complete protection.
    case fileProtection
    /// Content is hidden when the app leaves the foreground.
    case snapshotProtection
    /// Data is encrypted with an authenticated cipher.
    case authenticatedEncryption
    /// A privacy manifest is there.
    case privacyManifest
    /// ATS holds for every public host.
    case atsEnforced
    /// ATS is tightened for a host.
    case atsTightened
    /// Debug-only code is excluded from release builds by a condition.
    case debugConditional
    /// Dependencies are locked to versions.
    case dependenciesLocked
    /// A release is built with an SDK that App Store Connect accepts.
    case currentSDK
  }

  /// What was seen.
  package let kind: Kind
  /// The file, relative to the audited path.
  package let file: String
  /// Where in the file, if there is a place.
  package let region: SourceRegion?
  /// What was seen, in words.
  package let message: LocalizedText

  /// Makes a piece of evidence.
  package init(kind: Kind, file: String, region: SourceRegion?, message: LocalizedText) {
    (self.kind, self.file, self.region, self.message) = (kind, file, region, message)
  }
}

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
    case .currentSDK: LocalizedText("a current SDK", ja: "現行の SDK")
    }
  }
}
