/// Why a key or a key set was refused.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum KeyFault: Sendable, Hashable {
  /// It is not a JSON Web Key.
  case malformed
  /// Its type, curve or algorithm is not offered.
  case unsupported
  /// It is too short, or known to be weak.
  case weak
  /// Its point is not on its curve, or its parts do not belong together.
  case invalidPoint
  /// Its use or operations do not allow this.
  case useNotAllowed
  /// It is for another algorithm.
  case algorithmMismatch
  /// Two keys of the set have one identifier.
  case duplicateIdentifier
  /// The set mixes secret and public keys.
  case mixedSet
  /// The set has more keys than this.
  case tooMany(limit: Int)
  /// A private key is needed, and this is a public one.
  case privateKeyNeeded
}
