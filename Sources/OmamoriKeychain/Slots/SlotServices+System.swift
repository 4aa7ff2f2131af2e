#if !canImport(Darwin)
import OmamoriCore
import OmamoriTPM

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
