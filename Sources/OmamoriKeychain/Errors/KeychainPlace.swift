import OmamoriCore

/// A part of a store that an error names.
///
/// A value; safe to share between threads.
public enum KeychainPlace: Sendable, Hashable, CaseIterable {
  /// The folder of the store.
  case folder
  /// The store's file.
  case store
  /// The header with the store's identity and version.
  case header
  /// The slots.
  case slots
  /// The keybag with the keys of the classes.
  case keybag
  /// An item.
  case item
  /// The set of all items: one is missing, doubled, exchanged or old.
  case items
  /// The key of the device.
  case deviceKey
  /// The file that witnesses the newest state.
  case witness
  /// A key file.
  case keyFile
  /// A file that is imported or exported.
  case exchange
  /// A file or folder with data of the application.
  case dataFile
  /// The agent's socket.
  case agent
}

extension KeychainPlace {
  /// The place in words, to begin a sentence with.
  var name: LocalizedText {
    switch self {
    case .folder: LocalizedText("The keychain's folder", ja: "キーチェーンのフォルダー")
    case .store: LocalizedText("The keychain file", ja: "キーチェーンファイル")
    case .header: LocalizedText("The keychain's header", ja: "キーチェーンのヘッダー")
    case .slots: LocalizedText("The table of slots", ja: "スロットの表")
    case .keybag: LocalizedText("The keybag", ja: "キーバッグ")
    case .item: LocalizedText("An item", ja: "項目")
    case .items: LocalizedText("The set of items", ja: "項目の集合")
    case .deviceKey: LocalizedText("The device key", ja: "デバイス鍵")
    case .witness: LocalizedText("The witness file", ja: "証人ファイル")
    case .keyFile: LocalizedText("The key file", ja: "鍵ファイル")
    case .exchange: LocalizedText("The file to import or export", ja: "入出力ファイル")
    case .dataFile: LocalizedText("The data file", ja: "データファイル")
    case .agent: LocalizedText("The agent's socket", ja: "エージェントのソケット")
    }
  }
}
