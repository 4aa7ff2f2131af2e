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
