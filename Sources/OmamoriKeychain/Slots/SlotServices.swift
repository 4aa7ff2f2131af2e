#if !canImport(Darwin)
import OmamoriCore
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
  /// - Throws: ``KeychainError/unavailable(_:)``, ``KeychainError/locked``: the key that is left there opens nothing.
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
#endif
