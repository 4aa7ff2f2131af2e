#if !canImport(Darwin)
import CTPM

/// The state of a TPM's protection against guessing, which all of its users share.
///
/// A value; safe to share between threads.
package struct TPMLockout: Sendable, Hashable {
  /// Whether everything with a PIN is refused at the moment.
  package let isLocked: Bool
  /// The number of wrong PINs that still count.
  package let wrongTries: Int
  /// The number of wrong PINs from which on everything with a PIN is refused.
  package let limit: Int
  /// The seconds after which the TPM forgets one wrong PIN, or `nil` when it forgets none by itself.
  package let secondsPerTry: Int?

  init(_ state: omtpm_lockout) {
    isLocked = state.locked != 0
    wrongTries = Int(state.tries)
    limit = Int(state.max_tries)
    secondsPerTry = state.interval == 0 ? nil : Int(state.interval)
  }
}
#endif
