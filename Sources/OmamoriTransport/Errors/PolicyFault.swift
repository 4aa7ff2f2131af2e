/// What is wrong with a policy; found when it is made, not when it is needed.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum PolicyFault: Sendable, Hashable {
  /// A pin is not the Base64 of 32 bytes.
  case malformedPin
  /// A pin set has no pin.
  case noPins
  /// A pin set has more pins than are allowed.
  case tooManyPins
  /// A list of pins has no backup.
  case noBackupPin
  /// The greatest depth keeps pins from ever matching.
  case unreachablePins
  /// An address has no subdomains.
  case subdomainsOfAddress
  /// There are two rules for one pattern.
  case duplicateRule
  /// There are more rules than are allowed.
  case tooManyRules
  /// No root is trusted.
  case noAnchors
  /// A root certificate cannot be read.
  case malformedAnchor
  /// There are more root certificates than are allowed.
  case tooManyAnchors
}
