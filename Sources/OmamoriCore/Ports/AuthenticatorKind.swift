/// What the success of an ``Authenticator`` is worth.
///
/// A value; safe to share between threads.
public enum AuthenticatorKind: Sendable, Hashable, CaseIterable {
  /// Success releases a key that cannot be had otherwise, so patching the program gains nothing.
  case keyBound
  /// Success is an answer that the program's own code has to respect; whoever changes the program passes.
  case gate
}
