/// Why a token was refused.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum TokenFault: Sendable, Hashable {
  /// It is not a token of the form that was asked for.
  case malformed
  /// It is longer than this many bytes.
  case tooLarge(limit: Int)
  /// Its algorithm is not one that the verifier takes, or not the key's.
  case algorithmNotAllowed
  /// Its header demands an extension that is not understood.
  case criticalHeader
  /// No key of the set is for it.
  case noKey
  /// The signature does not hold.
  case signatureInvalid
  /// It cannot be decrypted; nothing says which step failed.
  case decryptionFailed
  /// It lacks a claim that is demanded.
  case claimMissing(TokenClaim)
  /// A claim is not of its type.
  case claimMalformed(TokenClaim)
  /// A claim has another value than the one that is demanded.
  case claimMismatch(TokenClaim)
  /// It has expired.
  case expired
  /// It is not valid yet.
  case notYetValid
  /// It was issued, or the person was authenticated, too long ago.
  case tooOld
  /// It is a token of another kind.
  case wrongType
  /// It was used before.
  case replayed
}
