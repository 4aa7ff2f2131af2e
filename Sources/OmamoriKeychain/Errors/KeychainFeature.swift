import OmamoriCore

/// Something that not every store or system can do.
///
/// A value; safe to share between threads.
public enum KeychainFeature: Sendable, Hashable, CaseIterable {
  /// Several things in one step.
  case transactions
  /// Telling about changes.
  case changes
  /// This kind of access control.
  case accessControl
  /// Certificates, keys and identities.
  case certificatesAndKeys
  /// This kind of slot.
  case slot
  /// This kind of key.
  case keyType
  /// This accessibility.
  case accessibility
  /// Replacing an item only in a certain state.
  case versions
  /// This format.
  case format
  /// Keeping a keychain file on this file system.
  case fileSystem
}

extension KeychainFeature {
  /// The feature in words.
  var name: LocalizedText {
    switch self {
    case .transactions: LocalizedText("transactions", ja: "トランザクション")
    case .changes: LocalizedText("telling about changes", ja: "変更の通知")
    case .accessControl: LocalizedText("this access control", ja: "このアクセス制御")
    case .certificatesAndKeys: LocalizedText("certificates and keys", ja: "証明書と鍵")
    case .slot: LocalizedText("this kind of slot", ja: "この種類のスロット")
    case .keyType: LocalizedText("this kind of key", ja: "この種類の鍵")
    case .accessibility: LocalizedText("this accessibility", ja: "このアクセシビリティ")
    case .versions: LocalizedText("replacing an item by its version", ja: "バージョンを指定した置き換え")
    case .format: LocalizedText("this format", ja: "この形式")
    case .fileSystem:
      LocalizedText("keychain files on this file system", ja: "このファイルシステム上のキーチェーンファイル")
    }
  }
}
