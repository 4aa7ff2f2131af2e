public import OmamoriCrypto

/// The roots that a policy trusts.
///
/// A value; safe to share between threads.
public enum TrustAnchors: Sendable, Hashable {
  /// The roots that the system trusts.
  case system
  /// These and no others.
  case only([Certificate])
  /// These, and the roots that the system trusts.
  case systemAnd([Certificate])
}
