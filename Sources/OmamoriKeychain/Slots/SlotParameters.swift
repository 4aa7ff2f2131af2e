#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

/// What is needed beside the secret to get at the key of a slot; stored in the clear and authenticated.
///
/// A value; safe to share between threads.
enum SlotParameters: Sendable, Hashable {
  /// The length of a salt in bytes.
  static let saltByteCount = 16
  /// The most bytes of what a TPM sealed.
  static let greatestSealedByteCount = 2048

  /// A passphrase.
  case passphrase(salt: [UInt8], cost: Argon2Cost)
  /// A file.
  case keyFile(salt: [UInt8])
  /// A recovery code.
  case recoveryCode(salt: [UInt8])
  /// A key that a TPM sealed.
  case tpm(salt: [UInt8], hasPIN: Bool, sealed: [UInt8])
  /// A key that the Secret Service keeps under the slot's identifier.
  case secretService(salt: [UInt8])
  /// A credential's bytes, or, with a cost, a passphrase in it.
  case systemdCredential(salt: [UInt8], name: String, cost: Argon2Cost?)

  /// The kind of slot.
  var kind: SlotKind {
    switch self {
    case .passphrase: .passphrase
    case .keyFile: .keyFile
    case .recoveryCode: .recoveryCode
    case .tpm: .tpm
    case .secretService: .secretService
    case .systemdCredential: .systemdCredential
    }
  }

  /// The salt.
  var salt: [UInt8] {
    switch self {
    case .passphrase(let salt, _), .keyFile(let salt), .recoveryCode(let salt), .tpm(let salt, _, _),
      .secretService(let salt), .systemdCredential(let salt, _, _):
      salt
    }
  }
}
#endif
