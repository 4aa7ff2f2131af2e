/// Why a store's receipt was refused.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum ReceiptFault: Sendable, Hashable {
  /// It is not a receipt, or one that was signed with SHA-1.
  case malformed
  /// Its signature does not hold, or is not the store's.
  case untrusted
  /// It is another app's.
  case mismatch
  /// It is another version's.
  case otherVersion
  /// It is another device's.
  case otherDevice
  /// It was made in the future.
  case notYetValid
  /// Its time is over.
  case expired
}
