#if !canImport(Darwin)
import OmamoriCore
import OmamoriTPM

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
#endif
