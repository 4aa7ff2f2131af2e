package import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriTPM

/// What slots need from the system beside their secrets.
///
/// Safe to share between threads.
struct SlotServices: Sendable {
  /// The TPM; `nil` when there is none to be used.
  var tpm: (any KeySealing)?
  /// The Secret Service; `nil` when there is none to be used.
  var secretService: (any KeyKeeping)?
  /// The folder of systemd's credentials; `nil` outside of a service that has some.
  var credentialsFolder: String?

  /// Nothing.
  static let none = SlotServices()

  /// Takes away what a slot that was removed left elsewhere; call it when the removal is on the disk.
  ///
  /// - Throws: `KeychainError.unavailable(_:)`, `KeychainError.locked`: the key that is left there opens nothing.
  func discard(_ slot: SlotRecord) throws(KeychainError) {
    guard case .secretService = slot.parameters else { return }
    guard let secretService else { throw .unavailable(.secretService) }
    try secretService.forget(named: slot.id.description)
  }
}

extension SlotServices {
  /// What this process can use of the system.
  static var system: SlotServices {
    // An address that is none leaves this process without a TPM, as the slot then says.
    let tpm = (try? TPMAddress.standard()).map { TPM(TPMDevice(at: $0)) }
    return SlotServices(
      tpm: tpm, secretService: SecretServiceSlotKey(),
      credentialsFolder: ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"])
  }
}

/// A service that keeps a key under a name, such as the desktop's Secret Service.
///
/// Calls stand still on the calling thread until the service answers. Safe to use from any thread.
protocol KeyKeeping: Sendable {
  /// Keeps a key of 32 bytes under a name that is new.
  ///
  /// - Throws: `KeychainError.unavailable(_:)`, `KeychainError.locked`.
  func keep(_ key: SymmetricKey, named name: String) throws(KeychainError)

  /// The key that is kept under a name; `nil` when there is none.
  ///
  /// - Throws: `KeychainError.unavailable(_:)`, `KeychainError.locked`, `KeychainError.cancelled`.
  func key(named name: String) throws(KeychainError) -> SymmetricKey?

  /// Forgets the key of a name, if there is one.
  ///
  /// - Throws: `KeychainError.unavailable(_:)`, `KeychainError.locked`.
  func forget(named name: String) throws(KeychainError)
}

/// Hardware that seals a key so that only itself opens it again.
///
/// Calls stand still on the calling thread until the hardware answers. Safe to use from any thread.
protocol KeySealing: Sendable {
  /// Seals a key of 32 bytes.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - pin: What the hardware is to ask for, counting wrong answers; `nil` for nothing.
  /// - Returns: At most 2048 bytes.
  /// - Throws: `KeychainError.unavailable(_:)`, `KeychainError.backend(code:)`.
  func seal(_ key: SymmetricKey, pin: Password?) throws(KeychainError) -> [UInt8]

  /// Opens what ``seal(_:pin:)`` gave.
  ///
  /// - Parameters:
  ///   - sealed: The bytes.
  ///   - pin: What it was sealed with.
  /// - Returns: The key.
  /// - Throws: `KeychainError.wrongCredential`, `KeychainError.lockedOut(seconds:)`,
  ///   `KeychainError.invalidated` when other hardware sealed it, `KeychainError.unavailable(_:)`.
  func unseal(_ sealed: [UInt8], pin: Password?) throws(KeychainError) -> SymmetricKey
}

/// The TPM that the slots of this process are sealed by: what `TPM2TOOLS_TCTI` names, or else the kernel's.
package struct SystemTPM: Sendable {
  /// Where it is, in the words of the TSS; `nil` when the variable names nothing that may be used.
  package let address: String?
  /// Why it cannot be used, and what to do about it; `nil` when it answered.
  package let problem: (explanation: LocalizedText, recovery: LocalizedText)?

  /// Asks the TPM for a few random bytes, which changes nothing in it.
  ///
  /// - Parameter limit: How long it may take.
  /// - Returns: What was found.
  package static func examine(within limit: Duration = .seconds(5)) async -> SystemTPM {
    var found: String?
    do throws(TPMError) {
      let address = try TPMAddress.standard()
      found = address.text
      _ = try await TPM(TPMDevice(at: address), timeout: limit).random(8)
      return SystemTPM(address: found, problem: nil)
    } catch {
      return SystemTPM(address: found, problem: (error.explanation, error.recovery))
    }
  }
}

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
