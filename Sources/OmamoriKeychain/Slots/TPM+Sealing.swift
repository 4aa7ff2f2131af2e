#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto
import OmamoriTPM

extension TPM: KeySealing {
  func seal(_ key: SymmetricKey, pin: Password?) throws(KeychainError) -> [UInt8] {
    do throws(TPMError) {
      let (secret, pin) = (SharedSecretBytes(key.secretBytes), Self.authorization(pin))
      return try wait { (device) throws(TPMError) in try device.seal(secret, pin: pin) }.bytes
    } catch {
      throw KeychainError(error)
    }
  }

  func unseal(_ sealed: [UInt8], pin: Password?) throws(KeychainError) -> SymmetricKey {
    do throws(TPMError) {
      let (object, pin) = (try SealedObject(bytes: sealed), Self.authorization(pin))
      return SymmetricKey(
        try wait { (device) throws(TPMError) in SharedSecretBytes(try device.unseal(object, pin: pin)) })
    } catch {
      throw KeychainError(error)
    }
  }

  /// What the TPM asks for in place of a PIN, which may be longer than a TPM takes.
  private static func authorization(_ pin: Password?) -> SharedSecretBytes? {
    guard let pin else { return nil }
    let key = pin.withBytes { bytes in
      // because the buffer is only read during the call
      unsafe bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
    }
    return SharedSecretBytes(KeyWrap.derive("tpm pin", from: key, salt: []).secretBytes)
  }
}

extension KeychainError {
  /// What a keychain says when a TPM did not do what it was asked.
  init(_ error: TPMError) {
    self =
      switch error {
      case .wrongAuthorization, .pinMissing: .wrongCredential
      case .lockedOut(let seconds): .lockedOut(seconds: seconds)
      case .otherDevice, .systemChanged: .invalidated
      case .tampered: .corrupt(.slots)
      case .newerFormat(let version): .newerFormat(version: version)
      case .cancelled: .cancelled
      case .unavailable, .invalidAddress, .busy: .unavailable(.tpm)
      case .failed(let code): .backend(code: Int(code))
      case .ownerAuthorizationRequired, .invalidLength, .invalidIndex, .counterMissing, .counterExists,
        .notACounter, .noRoom:
        .backend(code: 0)
      }
  }
}
#endif
