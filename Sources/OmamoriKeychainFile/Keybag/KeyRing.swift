import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// The keys of an open store that its lock state admits.
///
/// Taken once an operation, so that an operation sees one state; the keys of what is locked meanwhile are wiped when the
/// last operation that uses them ends. Safe to share between threads.
struct KeyRing: Sendable {
  /// The keys of the classes that are not locked.
  let classes: [ItemAccessibility: ClassKeys]
  /// Finds items by names; `nil` before the first unlocking.
  let index: SymmetricKey?
  /// Authenticates the set of all items; `nil` before the first unlocking.
  let integrity: SymmetricKey?
  /// What items with an access control are stored with; `nil` before the first unlocking.
  var access: AccessKeys?
  /// The classes whose keys are gone for good: of another device, or of a passcode that was removed.
  var invalidated: Set<ItemAccessibility> = []

  /// The keys of a class.
  ///
  /// - Throws: `KeychainError.locked`, `KeychainError.invalidated`.
  func keys(of accessibility: ItemAccessibility) throws(KeychainError) -> ClassKeys {
    guard let keys = classes[accessibility] else {
      throw invalidated.contains(accessibility) ? .invalidated : .locked
    }
    return keys
  }

  /// The keys of a class for an item to be stored.
  ///
  /// - Throws: `KeychainError.locked`, `KeychainError.invalidated`, and `KeychainError.unsupported(_:)` for
  ///   items that need a passcode while there is none.
  func keys(storing accessibility: ItemAccessibility) throws(KeychainError) -> ClassKeys {
    let needsPasscode = accessibility == .whenPasscodeSetThisDeviceOnly
    if needsPasscode, let access, access.passcode == nil { throw .unsupported(.accessibility) }
    return try keys(of: accessibility)
  }
}

/// What an open store needs to store items with an access control.
///
/// Safe to share between threads.
struct AccessKeys: Sendable {
  /// Protects what a person's answer only gates; a program that ignores the answer could use it.
  let gate: SymmetricKey
  /// The public half of the passcode key; `nil` while there is no passphrase.
  let passcode: PasscodePublicKey?
}

/// The keys of one accessibility class.
///
/// Safe to share between threads.
struct ClassKeys: Sendable {
  /// Seals names and attributes.
  let metadata: SymmetricKey
  /// Seals the items' own keys.
  let secret: SymmetricKey
}

/// The half of the passcode key that seals: what it sealed can only be opened with a passphrase.
///
/// So storing an item asks nobody, and reading it does, every time.
struct PasscodePublicKey: Sendable, Hashable {
  /// The length of a key in bytes.
  static let byteCount = 32

  /// The X25519 public key.
  let bytes: [UInt8]
}
