import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// What unlocks the store of an agent, on its way there.
struct AgentCredential: Sendable {
  /// The kind of slot.
  let kind: SlotKind
  /// The passphrase, the PIN or the characters of the recovery code.
  var secret: SharedSecretBytes?
  /// The path of the key file.
  var path: String?
}

extension AgentCredential {
  /// What is sent for a credential; the agent reads a key file itself.
  init(_ credential: SlotCredential) {
    kind = credential.kind
    switch credential {
    case .passphrase(let password): secret = Self.bytes(of: password)
    case .recoveryCode(let code): secret = SharedSecretBytes(code.text())
    case .tpm(let pin): secret = pin.map(Self.bytes)
    case .keyFile(let path): self.path = path
    case .secretService, .systemdCredential: break
    }
  }

  /// The credential that was sent.
  ///
  /// - Throws: `KeychainError.corrupt(_:)` when something is missing, `KeychainError.wrongCredential` for what is no
  ///   recovery code.
  func credential() throws(KeychainError) -> SlotCredential {
    switch (kind, secret, path) {
    case (.passphrase, let secret?, nil): return .passphrase(Password(secret.copy()))
    case (.recoveryCode, let secret?, nil): return .recoveryCode(try RecoveryCode(reading: secret.copy()))
    case (.tpm, let pin, nil): return .tpm(pin: pin.map { Password($0.copy()) })
    case (.keyFile, nil, let path?): return .keyFile(path: path)
    case (.secretService, nil, nil): return .secretService
    case (.systemdCredential, nil, nil): return .systemdCredential
    default: throw KeychainError.corrupt(.agent)
    }
  }

  private static func bytes(of password: Password) -> SharedSecretBytes {
    password.withBytes { SharedSecretBytes(SecretBytes(copying: $0)) }
  }
}
