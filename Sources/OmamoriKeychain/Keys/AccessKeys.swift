import OmamoriCore
import OmamoriCrypto

/// What an open store needs to store items with an access control.
///
/// Safe to share between threads.
struct AccessKeys: Sendable {
  /// Protects what a person's answer only gates; a program that ignores the answer could use it.
  let gate: SymmetricKey
  /// The public half of the passcode key; `nil` while there is no passphrase.
  let passcode: PasscodePublicKey?
}
