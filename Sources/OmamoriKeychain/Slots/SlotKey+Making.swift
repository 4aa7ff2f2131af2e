#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

extension SlotKey {
  /// Makes what a new slot needs, also outside of the store: a key file, a sealed key, a kept key.
  ///
  /// - Returns: The key and the parameters that lead to it again.
  /// - Throws: ``KeychainError/invalidRequest(_:)`` for a secret that is too weak, and what the kind of slot fails with.
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
#endif
