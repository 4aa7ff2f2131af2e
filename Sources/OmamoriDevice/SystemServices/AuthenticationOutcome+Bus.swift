#if !canImport(Darwin)
import OmamoriCore
import OmamoriDBus

extension AuthenticationOutcome {
  /// How a request ends when a call over the bus gave no answer.
  init(_ error: BusError) {
    self =
      switch error {
      case .cancelled: .systemCancelled
      case .refused(name: "net.reactivated.Fprint.Error.NoEnrolledPrints"): .notEnrolled
      case .refused(name: "org.freedesktop.PolicyKit1.Error.Cancelled"): .systemCancelled
      case .refused(name: "org.freedesktop.PolicyKit1.Error.NotAuthorized"): .failed
      default: .notAvailable
      }
  }
}
#endif
