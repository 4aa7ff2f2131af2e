/// A kind of place that data are kept in, from the weakest to the strongest.
///
/// A value; safe to share between threads.
public enum StoragePlace: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// A file with preferences, readable for its owner and for every backup.
  case preferences
  /// A file encrypted with a key that the keychain keeps.
  case encryptedFile
  /// An item of the keychain.
  case keychainItem
  /// An item of the keychain with an access control, which asks a person.
  case guardedKeychainItem

  /// Says whether `left` protects less than `right`.
  public static func < (left: StoragePlace, right: StoragePlace) -> Bool { left.rawValue < right.rawValue }
}
