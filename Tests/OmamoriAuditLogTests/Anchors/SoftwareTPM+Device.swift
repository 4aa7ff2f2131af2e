import OmamoriTPM
import TestSupport

extension SoftwareTPM {
  /// Whether the machine has swtpm and the TPM software stack.
  static let isThere = TPMLibrary.standard.isPresent && isInstalled()

  var device: TPMDevice { get throws { TPMDevice(at: try TPMAddress(location)) } }
}
