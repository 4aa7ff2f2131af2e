import OmamoriCore
import OmamoriCrypto
import TestSupport

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// What the tests of keybags and slots begin with; passphrases cost as little as a new slot may.
enum Samples {
  static let cost = PasswordCost.argon2id(memory: 19 << 10, passes: 2, lanes: 1)
  static let now = Date(timeIntervalSince1970: 1_700_000_000)
  static let passphrase = Password("correct horse battery staple")

  static func passphraseSlot(_ name: String = "Passphrase", _ passphrase: Password = passphrase) -> NewSlot {
    NewSlot(name, .passphrase(passphrase, cost: cost))
  }

  /// An open keybag with one slot for a recovery code, which costs nothing to open.
  static func keybag(
    _ code: RecoveryCode,
    device: DeviceKey = DeviceKey()
  ) throws(KeychainError) -> OpenKeybag {
    try OpenKeybag(
      creating: StoreID(), slot: NewSlot("Paper", .recoveryCode(code)), device: device, services: .none,
      now: now)
  }
}

extension OpenKeybag {
  /// Opens without services.
  init(
    _ sealed: SealedKeybag,
    _ credential: SlotCredential,
    device: DeviceKey? = nil
  ) throws(KeychainError) {
    try self.init(opening: sealed, with: credential, device: device, services: .none)
  }

  /// Adds a slot without services.
  @discardableResult
  mutating func add(
    _ slot: NewSlot,
    proof: Password? = nil,
    device: DeviceKey? = nil
  ) throws(KeychainError) -> KeychainSlot {
    try add(slot, proof: proof, device: device, services: .none, now: Samples.now)
  }
}

extension OpenKeybag {
  /// Changes a passphrase with nothing in between.
  mutating func changePassphrase(
    _ id: SlotID, from old: Password, to new: Password, cost: PasswordCost
  ) throws(KeychainError) {
    try changePassphrase(try preparePassphrase(id, from: old, to: new, cost: cost))
  }
}

extension SymmetricKey {
  /// The bytes, to be searched for.
  var plain: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}

extension SealedKeybag {
  /// Everything that a store would keep.
  var everything: [UInt8] { slots.flatMap(\.encoded) + keys }
}

extension TemporaryFolder {
  /// Writes a file with permissions.
  func write(_ name: String, _ bytes: [UInt8], mode: Int = 0o600) throws -> String {
    let file = try write(bytes, to: name)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }

  /// The permissions of a file.
  func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }
}
