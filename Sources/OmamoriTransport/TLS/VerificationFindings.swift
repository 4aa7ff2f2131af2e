#if !canImport(Darwin)
import CTLS
import Glibc
import OmamoriCore

/// The errors of one verification, which one thread collects.
final class VerificationFindings {
  /// An error of OpenSSL's and the depth of the certificate it is about.
  struct Finding {
    let code: Int32
    let depth: Int

    /// Whether it is about how carefully a certificate was made, not about whether it may be relied on.
    var isAboutForm: Bool {
      if case .nonconforming = TrustFault(verificationError: code, depth: depth) { true } else { false }
    }

    /// Whether an authority does not say that its key may sign certificates, as roots often do not.
    var isMissingKeyUsage: Bool { code == X509_V_ERR_CA_CERT_MISSING_KEY_USAGE }
  }

  /// The time at which the certificates must be valid, in whole seconds.
  let moment: time_t

  init(moment: Date) { self.moment = time_t(moment.timeIntervalSince1970.rounded(.down)) }

  private(set) var errors: [Finding] = []
  /// A chain has at most a dozen certificates, with a handful of errors each.
  private static let greatestCount = 256

  /// Adds an error; says whether there is room for more.
  func add(code: Int32, depth: Int) -> Bool {
    errors.append(Finding(code: code, depth: depth))
    return errors.count < Self.greatestCount
  }
}
#endif
