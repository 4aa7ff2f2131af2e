public import OmamoriCore
import OmamoriCrypto
public import OmamoriDevice
import OmamoriTPM

/// Asks the person for a PIN that the machine's TPM 2.0 checks, and releases a secret for it.
///
/// It is key-bound when the secret is used: ``release(_:)`` gives bytes that nobody has without the PIN and the TPM, so
/// that patching the program gains nothing. ``authenticate(_:)`` alone throws the secret away and is as good as a gate.
/// Wrong PINs count towards the TPM's lockout, which all of its users share; the TPM forgets them by its own clock or
/// when its owner says so. Nothing is asked of the person during a lockout. A cancelled task returns at once, but a PIN
/// that the TPM has by then still counts. Safe to use from any thread.
///
/// Source: TCG TPM 2.0 Library, part 1, "Dictionary Attack Protection".
public struct TPMPINAuthenticator: Authenticator {
  private static let question = LocalizedText("PIN:", ja: "PIN:")

  /// Key-bound, for callers that use the secret of ``release(_:)``.
  public var kind: AuthenticatorKind { .keyBound }

  private let sealed: PINSealedSecret
  private let tpm: TPM
  private let timeout: Duration
  private let prompt: any AuthenticationPrompt

  /// Names a sealed secret; nobody is asked for anything yet.
  ///
  /// - Parameters:
  ///   - sealed: What ``seal(_:pin:isBoundToSecureBoot:tpmAddress:)`` made.
  ///   - tpmAddress: Where the TPM is, in the words of the TSS, such as `device:/dev/tpmrm0`; `nil` for what
  ///     `TPM2TOOLS_TCTI` names, or else the kernel's.
  ///   - timeout: How long a request may take; then it is
  ///     `AuthenticationOutcome.systemCancelled`.
  ///   - prompt: How the person is asked.
  /// - Throws: `DeviceError.authentication(_:)` with `AuthenticationFault.notAvailable` when the address is of no
  ///   known kind.
  public init(
    _ sealed: PINSealedSecret, tpmAddress: String? = nil, timeout: Duration = .seconds(120),
    prompt: any AuthenticationPrompt
  ) throws(DeviceError) {
    tpm = TPM(TPMDevice(at: try Self.address(tpmAddress)))
    (self.sealed, self.timeout, self.prompt) = (sealed, timeout, prompt)
  }

  /// Seals a secret to this machine's TPM and a PIN.
  ///
  /// - Parameters:
  ///   - secret: 1 to 128 bytes, such as a key.
  ///   - pin: 1 to 1,024 bytes. Four digits are enough where the TPM's lockout is as strict as usual.
  ///   - isBoundToSecureBoot: Whether the machine's Secure Boot settings (register 7) have to stay as they are.
  ///   - tpmAddress: Where the TPM is; see ``init(_:tpmAddress:timeout:prompt:)``.
  /// - Returns: What to keep.
  /// - Throws: `DeviceError.authentication(_:)` with `AuthenticationFault.invalidPIN`,
  ///   `AuthenticationFault.invalidSecret` or `AuthenticationFault.notAvailable`; `DeviceError.cancelled`.
  public static func seal(
    _ secret: borrowing SecretBytes, pin: SharedSecretBytes, isBoundToSecureBoot: Bool = false,
    tpmAddress: String? = nil
  ) async throws(DeviceError) -> PINSealedSecret {
    guard let authorization = TPMPIN.authorization(pin) else { throw .authentication(.invalidPIN) }
    guard (1...TPMDevice.longestSecret).contains(secret.count) else { throw .authentication(.invalidSecret) }
    let tpm = TPM(TPMDevice(at: try address(tpmAddress)))
    let registers: PlatformRegisters = isBoundToSecureBoot ? .secureBoot : []
    let shared = SharedSecretBytes(secret.copy())
    do throws(TPMError) {
      return PINSealedSecret(try await tpm.seal(shared.copy(), pin: authorization, registers: registers))
    } catch {
      throw error == .cancelled ? .cancelled : .authentication(.notAvailable)
    }
  }

  /// Asks the person for the PIN and has the TPM release the secret.
  ///
  /// - Parameter request: The reason is shown with the question; the policy `biometrics` is not available.
  /// - Returns: The secret, or why there is none.
  public func release(_ request: AuthenticationRequest) async -> SecretRelease {
    guard request.policy == .biometricsOrPasscode else { return .refused(.notAvailable) }
    return await Contest.first(
      within: timeout, otherwise: .refused(.systemCancelled), of: [{ await ask(request) }])
  }

  /// Asks the person for the PIN and throws the secret away; prefer ``release(_:)``.
  ///
  /// - Parameter request: The reason is shown with the question; the policy `biometrics` is not available.
  /// - Returns: The outcome.
  public func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome {
    await release(request).outcome
  }

  private func ask(_ request: AuthenticationRequest) async -> SecretRelease {
    do throws(TPMError) {
      guard try await !tpm.lockout().isLocked else { return .refused(.lockout) }
      let question = AuthenticationQuestion(reason: request.reason, text: Self.question, answer: .secret)
      let reply = await prompt.reply(to: question)
      if let ending = reply.ending { return .refused(ending) }
      guard case .secret(let pin) = reply, let authorization = TPMPIN.authorization(pin) else {
        return .refused(.failed)
      }
      // What nobody waits for any more must not count as a wrong try.
      guard !Task.isCancelled else { return .refused(.systemCancelled) }
      return .released(SharedSecretBytes(try await tpm.unseal(sealed.object, pin: authorization)))
    } catch {
      return .refused(AuthenticationOutcome(error))
    }
  }

  private static func address(_ text: String?) throws(DeviceError) -> TPMAddress {
    do throws(TPMError) {
      return if let text { try TPMAddress(text) } else { try TPMAddress.standard() }
    } catch {
      throw .authentication(.notAvailable)
    }
  }
}

/// A PIN as a TPM takes it.
enum TPMPIN {
  /// The lengths of a PIN in bytes.
  static let lengths = 1...1_024

  /// The 32 bytes that stand for a PIN of any length, zeros at its end included; `nil` when it is too short or too long.
  ///
  /// They are no stronger than the PIN: what keeps it from being guessed is the TPM's lockout.
  static func authorization(_ pin: SharedSecretBytes) -> SharedSecretBytes? {
    guard lengths.contains(pin.count) else { return nil }
    let key = pin.withBytes { bytes in
      // because the buffer is only read during the call
      unsafe bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
    }
    let derived = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, info: Data("omamori device tpm pin 1".utf8), outputByteCount: 32)
    return SharedSecretBytes(derived.withBytes { SecretBytes(copying: $0) })
  }
}

/// A secret that one TPM gives out for a PIN, and nobody without both.
///
/// The bytes are no secret themselves and may be kept in any file; whoever swaps them for others gets another secret
/// released, never this one.
public struct PINSealedSecret: Sendable, Hashable {
  /// What to keep; at most a few hundred bytes.
  public var bytes: Data { Data(object.bytes) }

  let object: SealedObject

  init(_ object: SealedObject) { self.object = object }

  /// Reads what was kept; whether the TPM opens it shows at the first request.
  ///
  /// - Parameter bytes: What ``bytes`` was.
  /// - Throws: `DeviceError.authentication(_:)` with `AuthenticationFault.invalidSealedSecret`.
  public init(bytes: Data) throws(DeviceError) {
    do throws(TPMError) {
      object = try SealedObject(bytes: Array(bytes))
    } catch {
      throw .authentication(.invalidSealedSecret)
    }
  }
}

extension AuthenticationOutcome {
  /// How a request ends when the TPM did not give the secret out.
  init(_ error: TPMError) {
    self =
      switch error {
      case .wrongAuthorization, .pinMissing: .failed
      case .lockedOut: .lockout
      case .otherDevice, .tampered, .systemChanged: .invalidated
      case .cancelled: .systemCancelled
      default: .notAvailable
      }
  }
}
