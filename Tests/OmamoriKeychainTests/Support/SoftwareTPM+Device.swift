import OmamoriTPM
import TestSupport

extension SoftwareTPM {
  /// Whether the machine has swtpm, the TPM software stack and the TPM tools.
  static let isThere =
    TPMLibrary.standard.isPresent
    && isInstalled(with: "tpm2_getcap", "tpm2_dictionarylockout", "tpm2_pcrextend")

  var address: TPMAddress { get throws { try TPMAddress(location) } }
  var device: TPMDevice { get throws { TPMDevice(at: try address) } }
}
