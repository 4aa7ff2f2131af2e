import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// The key of a slot, derived from its secret.
///
/// Safe to share between threads.
struct SlotKey: Sendable {
  /// Seals the keybag key; the keybag holds a copy.
  let wrapping: SymmetricKey
  /// Seals the passcode key; of passphrases only, and kept nowhere.
  let passcode: SymmetricKey?
  /// Whether a wrong secret is somebody's mistake, and not a changed file.
  let isFromPerson: Bool

  /// Derives the keys of a slot from a key or from what a passphrase was made into.
  init(_ root: SymmetricKey, _ id: SlotID, _ parameters: SlotParameters, of store: StoreID) {
    let salt = store.bytes + parameters.salt
    let info = [parameters.kind.rawValue] + id.bytes
    wrapping = KeyWrap.derive("slot", from: root, salt: salt, info)
    passcode =
      parameters.kind == .passphrase
      ? KeyWrap.derive("slot passcode", from: root, salt: salt, info) : nil
    isFromPerson =
      switch parameters.kind {
      case .passphrase, .keyFile, .recoveryCode, .systemdCredential: true
      case .tpm, .secretService: false
      }
  }

  /// The key of a passphrase's slot; `nil` for slots of other kinds.
  ///
  /// - Throws: `KeychainError.backend(code:)`.
  init?(_ slot: SlotRecord, of store: StoreID, passphrase: Password) throws(KeychainError) {
    guard case .passphrase(let salt, let cost) = slot.parameters else { return nil }
    let root = try Self.root(passphrase, salt: salt, cost: cost)
    self.init(root, slot.id, slot.parameters, of: store)
  }

  /// The key of a slot, by what a caller brought; `nil` when that is for slots of another kind.
  ///
  /// - Throws: `KeychainError.wrongCredential`, `KeychainError.lockedOut(seconds:)`,
  ///   `KeychainError.unavailable(_:)`, `KeychainError.file(_:code:)` and what else the kind of slot fails with.
  init?(
    _ slot: SlotRecord,
    of store: StoreID,
    with credential: SlotCredential,
    _ services: SlotServices
  ) throws(KeychainError) {
    let root: SymmetricKey
    switch (slot.parameters, credential) {
    case (.passphrase(let salt, let cost), .passphrase(let passphrase)):
      root = try Self.root(passphrase, salt: salt, cost: cost)
    case (.keyFile, .keyFile(let path)): root = try KeyFile(path: path).key()
    case (.recoveryCode, .recoveryCode(let code)): root = SymmetricKey(code.secret)
    case (.tpm(_, let hasPIN, let sealed), .tpm(let pin)):
      guard let tpm = services.tpm else { throw .unavailable(.tpm) }
      // An attempt that cannot succeed would only be counted.
      guard hasPIN == (pin != nil) else { throw .wrongCredential }
      root = try tpm.unseal(sealed, pin: pin)
    case (.secretService, .secretService):
      guard let service = services.secretService else { throw .unavailable(.secretService) }
      guard let found = try service.key(named: slot.id.description) else { throw .wrongCredential }
      root = found
    case (.systemdCredential(let salt, let name, let cost), .systemdCredential):
      let file = try CredentialFile(name: name, services)
      if let cost {
        root = try Self.root(file.passphrase(), salt: salt, cost: cost)
      } else {
        root = try file.key()
      }
    default: return nil
    }
    self.init(root, slot.id, slot.parameters, of: store)
  }

  static func root(_ passphrase: Password, salt: [UInt8], cost: Argon2Cost) throws(KeychainError)
    -> SymmetricKey
  {
    do throws(CryptoError) {
      return SymmetricKey(SharedSecretBytes(try Argon2id.hash(passphrase, salt: salt, cost: cost)))
    } catch {
      throw .backend(code: error == .outOfMemory ? 12 : 0)
    }
  }
}

extension SlotKey {
  /// Makes what a new slot needs, also outside of the store: a key file, a sealed key, a kept key.
  ///
  /// - Returns: The key and the parameters that lead to it again.
  /// - Throws: `KeychainError.invalidRequest(_:)` for a secret that is too weak, and what the kind of slot fails with.
  static func make(
    _ secret: NewSlot.Secret,
    _ id: SlotID,
    of store: StoreID,
    _ services: SlotServices
  ) throws(KeychainError) -> (key: SlotKey, parameters: SlotParameters) {
    let salt = try KeyWrap.random(SlotParameters.saltByteCount)
    let (root, parameters) = try root(secret, id, salt, services)
    return (SlotKey(root, id, parameters, of: store), parameters)
  }

  private static func root(
    _ secret: NewSlot.Secret,
    _ id: SlotID,
    _ salt: [UInt8],
    _ services: SlotServices
  ) throws(KeychainError) -> (SymmetricKey, SlotParameters) {
    switch secret {
    case .passphrase(let passphrase, let cost):
      guard !passphrase.isEmpty else { throw .invalidRequest(.weakSecret) }
      let cost = try SlotCost.checked(cost)
      return (try self.root(passphrase, salt: salt, cost: cost), .passphrase(salt: salt, cost: cost))
    case .keyFile(let path): return (try KeyFile(path: path).key(), .keyFile(salt: salt))
    case .newKeyFile(let path): return (try KeyFile(creating: path).key(), .keyFile(salt: salt))
    case .recoveryCode(let code): return (SymmetricKey(code.secret), .recoveryCode(salt: salt))
    case .tpm(let pin):
      guard let tpm = services.tpm else { throw .unavailable(.tpm) }
      guard pin?.isEmpty != true else { throw .invalidRequest(.weakSecret) }
      let key = SymmetricKey(size: .bits256)
      let sealed = try tpm.seal(key, pin: pin)
      guard 1...SlotParameters.greatestSealedByteCount ~= sealed.count else { throw .backend(code: 0) }
      return (key, .tpm(salt: salt, hasPIN: pin != nil, sealed: sealed))
    case .secretService:
      guard let service = services.secretService else { throw .unavailable(.secretService) }
      let key = SymmetricKey(size: .bits256)
      try service.keep(key, named: id.description)
      return (key, .secretService(salt: salt))
    case .systemdCredential(let name):
      let file = try CredentialFile(name: name, services)
      return (try file.key(), .systemdCredential(salt: salt, name: name, cost: nil))
    case .systemdPassphrase(let name):
      let passphrase = try CredentialFile(name: name, services).passphrase()
      let cost = SlotCost.standard
      return (
        try self.root(passphrase, salt: salt, cost: cost),
        .systemdCredential(salt: salt, name: name, cost: cost)
      )
    }
  }
}
