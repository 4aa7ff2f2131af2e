/// Why a store's receipt was refused.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum ReceiptFault: Sendable, Hashable {
  /// It is not a receipt.
  case malformed
  /// Its signature does not hold, or is not the store's.
  case untrusted
  /// It is another app's, version's or device's.
  case mismatch
}
