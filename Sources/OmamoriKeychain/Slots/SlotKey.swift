#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

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
  /// - Throws: ``KeychainError/backend(code:)``.
  init?(_ slot: SlotRecord, of store: StoreID, passphrase: Password) throws(KeychainError) {
    guard case .passphrase(let salt, let cost) = slot.parameters else { return nil }
    let root = try Self.root(passphrase, salt: salt, cost: cost)
    self.init(root, slot.id, slot.parameters, of: store)
  }

  /// The key of a slot, by what a caller brought; `nil` when that is for slots of another kind.
  ///
  /// - Throws: ``KeychainError/wrongCredential``, ``KeychainError/lockedOut(seconds:)``,
  ///   ``KeychainError/unavailable(_:)``, ``KeychainError/file(_:code:)`` and what else the kind of slot fails with.
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
#endif
