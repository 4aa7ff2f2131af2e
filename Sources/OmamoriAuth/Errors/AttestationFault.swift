/// Why an attestation or an assertion was refused.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum AttestationFault: Sendable, Hashable {
  /// It cannot be read.
  case malformed
  /// Its certificates do not lead to the root.
  case untrustedChain
  /// It does not answer this challenge.
  case nonceMismatch
  /// Its key is not the one that is named.
  case keyMismatch
  /// It is of another app.
  case appMismatch
  /// It is of another environment than is taken.
  case wrongEnvironment
  /// Its counter is not the next one.
  case counter
  /// The signature does not hold.
  case signatureInvalid
  /// The receipt is not signed by Apple, or does not belong to the app or the key.
  case receiptInvalid
  /// It is too old.
  case expired
}
