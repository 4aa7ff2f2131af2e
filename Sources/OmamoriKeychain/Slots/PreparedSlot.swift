#if !canImport(Darwin)

/// A slot whose secret was worked on already, so that adding it takes no time.
///
/// Safe to share between threads.
struct PreparedSlot: Sendable {
  /// The slot's identifier.
  let id: SlotID
  /// What a person calls it.
  let name: String
  /// The slot's key.
  let key: SlotKey
  /// What leads to the key again.
  let parameters: SlotParameters
  /// The passcode key; of passphrases only.
  let passcode: PasscodeKey?
  /// Whether the passcode key comes with this slot.
  let isPasscodeNew: Bool
}
#endif
