/// Why what came back from the browser was refused.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum CallbackFault: Sendable, Hashable {
  /// It came to another URI.
  case wrongRedirectURI
  /// A parameter occurs twice.
  case duplicateParameter
  /// Its state is missing or not that of this login.
  case stateMismatch
  /// Its issuer is missing or not that of this login.
  case issuerMismatch
  /// It has neither a code nor an error.
  case codeMissing
  /// It has both a code and an error.
  case ambiguous
  /// The login was begun too long ago.
  case expired
  /// This login was completed before.
  case alreadyUsed
  /// It cannot be read.
  case malformed
  /// The browser could not be opened.
  case browserFailed
}
