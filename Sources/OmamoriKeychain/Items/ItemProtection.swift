/// What an item's access control is worth.
///
/// A value; safe to share between threads.
public enum ItemProtection: Sendable, Hashable, CaseIterable {
  /// No access control: the accessibility alone protects the item.
  case none
  /// The answer to the access control is part of the key, which cannot be had otherwise.
  case keyBound
  /// The program respects the answer; the key itself is protected by the keychain's slots only.
  case gate
}
