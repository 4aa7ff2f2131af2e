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
