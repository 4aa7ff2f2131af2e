#if !canImport(Darwin)
import CTLS
import OmamoriCore
import OmamoriCrypto

/// Judges a stapled OCSP response (RFC 6960) for a certificate of a trusted chain; nothing is asked of a responder.
// because both certificates live until the calls that use them have returned
struct StapleExamination {
  /// What a response says.
  enum Outcome: Equatable {
    /// The certificate was not revoked.
    case good
    /// The certificate was revoked.
    case revoked
    /// The response is not about the certificate, not signed for its issuer, too old, or not readable.
    case invalid
  }

  /// How far the clocks of the responder and of this system may be apart, in seconds.
  static let greatestClockDifference = 300

  /// The server's certificate.
  let certificate: Certificate
  /// The certificate that signed it.
  let issuer: Certificate
  /// The time at which the response must be valid.
  let moment: Date

  /// What a response in DER says of the certificate.
  func outcome(of der: Data) -> Outcome {
    defer { ERR_clear_error() }
    guard let leaf = X509Handle(certificate.derRepresentation),
      let authority = X509Handle(issuer.derRepresentation),
      let response = StatusResponse(der)
    else { return .invalid }
    return unsafe leaf.withPointer { leaf in
      unsafe authority.withPointer { authority in
        guard unsafe response.isSigned(for: authority, at: moment) else { return .invalid }
        return unsafe response.outcome(for: leaf, of: authority, at: moment)
      }
    }
  }
}
#endif
