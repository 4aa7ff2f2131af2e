#if !canImport(Darwin)

/// Another passphrase for a slot that was calculated with already, so that changing it takes no time.
///
/// Safe to share between threads.
struct PreparedPassphrase: Sendable {
  /// The slot's identifier.
  let id: SlotID
  /// What led to the key of the passphrase that was proved.
  let old: SlotParameters
  /// The slot's new key.
  let key: SlotKey
  /// What leads to the new key.
  let parameters: SlotParameters
  /// Which passcode key is wrapped.
  let publicKey: PasscodePublicKey
  /// The passcode key, for the new passphrase.
  let wrappedPasscode: [UInt8]
}
#endif
