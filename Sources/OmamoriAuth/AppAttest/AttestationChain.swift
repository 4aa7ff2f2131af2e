public import OmamoriCore
public import OmamoriCrypto

/// The chain of an attestation, verified up to a root that is known beforehand.
///
/// The chain is exactly the certificates that were sent, in their order, and the root: no path is searched for. Every
/// signature is ECDSA with SHA-2, every time, name and constraint is checked (RFC 5280 §6.1), and a critical extension
/// that is not understood refuses.
struct AttestationChain {
  /// Apple sends two: that of the key, and that of its issuer.
  private static let sizes = 2...4
  private static let understood: Set<String> = [
    CertificateExtensions.Name.basicConstraints, CertificateExtensions.Name.keyUsage,
  ]

  /// The certificate of the attested key.
  let leaf: Certificate

  /// Verifies a chain.
  ///
  /// - Parameters:
  ///   - encoded: The certificates in DER, that of the key first, without the root.
  ///   - root: The root.
  ///   - date: The moment at which all of them have to be valid.
  /// - Throws: ``AuthError/attestation(_:)``.
  init(_ encoded: [Data], root: Certificate, at date: Date) throws(AuthError) {
    guard Self.sizes ~= encoded.count else { throw .attestation(.malformed) }
    var chain: [Certificate] = []
    for der in encoded {
      guard let certificate = try? Certificate(derRepresentation: der) else { throw .attestation(.malformed) }
      chain.append(certificate)
    }
    chain.append(root)
    for (depth, certificate) in chain.enumerated() {
      // Not as a range: whoever sends a certificate may let it end before it begins.
      guard certificate.notValidBefore <= date, date <= certificate.notValidAfter else {
        throw .attestation(.expired)
      }
      guard try Self.mayStand(certificate, at: depth) else { throw .attestation(.untrustedChain) }
    }
    for (certificate, issuer) in zip(chain, chain.dropFirst()) {
      guard certificate.isIssued(by: issuer), try Self.namesKey(of: issuer, certificate) else {
        throw .attestation(.untrustedChain)
      }
    }
    leaf = chain[0]
  }

  /// Whether a certificate may stand this far from the attested key, which is at 0.
  private static func mayStand(_ certificate: Certificate, at depth: Int) throws(AuthError) -> Bool {
    let details = try details(certificate)
    let extensions = details.extensions
    guard details.version == 3, extensions.criticalNames.isSubset(of: understood) else { return false }
    guard depth > 0 else {
      return extensions.isAuthority != true && extensions.keyUsage?.contains(.digitalSignature) == true
    }
    return extensions.isAuthority == true && extensions.keyUsage?.contains(.certificateSigning) == true
      && (extensions.greatestPathLength ?? .max) >= depth - 1
  }

  /// Whether the identifiers of the issuer's key agree, where both are said.
  private static func namesKey(
    of issuer: Certificate, _ certificate: Certificate
  ) throws(AuthError) -> Bool {
    guard let named = try details(certificate).extensions.authorityKeyIdentifier?.keyIdentifier,
      let own = issuer.subjectKeyIdentifier
    else { return true }
    return named == own
  }

  private static func details(_ certificate: Certificate) throws(AuthError) -> CertificateDetails {
    guard let details = try? CertificateDetails(certificate) else { throw .attestation(.malformed) }
    return details
  }
}

/// The certificate that a chain of Apple has to end at.
///
/// Apple's own are compiled in and never fetched; a test checks them against their published fingerprints.
public struct AppleRoot: Sendable, Hashable {
  /// The certificate in DER.
  public let derRepresentation: Data

  /// Trusts another root, such as that of a test or of a company's own service.
  ///
  /// - Parameter certificate: The certificate.
  public init(_ certificate: Certificate) { derRepresentation = certificate.derRepresentation }

  private init(base64: String) { derRepresentation = Data(base64Encoded: base64) ?? Data() }

  /// Apple App Attestation Root CA, P-384, until 2045-03-15; signs attestations.
  ///
  /// SHA-256 is 1cb9823ba28ba6ad2d33a006941de2ae4f513ef1d4e831b9f7e0fa7b6242c932. Source:
  /// <https://www.apple.com/certificateauthority/private/>.
  public static let appAttestation = AppleRoot(
    base64:
      "MIICITCCAaegAwIBAgIQC/O+DvHN0uD7jG5yH2IXmDAKBggqhkjOPQQDAzBSMSYwJAYDVQQDDB1BcHBsZSBBcHAgQXR0ZXN0"
      + "YXRpb24gUm9vdCBDQTETMBEGA1UECgwKQXBwbGUgSW5jLjETMBEGA1UECAwKQ2FsaWZvcm5pYTAeFw0yMDAzMTgxODMyNTNa"
      + "Fw00NTAzMTUwMDAwMDBaMFIxJjAkBgNVBAMMHUFwcGxlIEFwcCBBdHRlc3RhdGlvbiBSb290IENBMRMwEQYDVQQKDApBcHBs"
      + "ZSBJbmMuMRMwEQYDVQQIDApDYWxpZm9ybmlhMHYwEAYHKoZIzj0CAQYFK4EEACIDYgAERTHhmLW07ATaFQIEVwTtT4dyctdh"
      + "NbJhFs/Ii2FdCgAHGbpphY3+d8qjuDngIN3WVhQUBHAoMeQ/cLiP1sOUtgjqK9auYen1mMEvRq9Sk3Jm5X8U62H+xTD3FE9T"
      + "gS41o0IwQDAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBSskRBTM72+aEH/pwyp5frq5eWKoTAOBgNVHQ8BAf8EBAMCAQYw"
      + "CgYIKoZIzj0EAwMDaAAwZQIwQgFGnByvsiVbpTKwSga0kP0e8EeDS4+sQmTvb7vn53O5+FRXgeLhpJ06ysC5PrOyAjEAp5U4"
      + "xDgEgllF7En3VcE3iexZZtKeYnpqtijVoyFraWVIyd/dganmrduC1bmTBGwD")

  /// Apple Root CA - G3, P-384, until 2039-04-30; signs receipts.
  ///
  /// SHA-256 is 63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179. Source:
  /// <https://www.apple.com/certificateauthority/>.
  public static let g3 = AppleRoot(
    base64:
      "MIICQzCCAcmgAwIBAgIILcX8iNLFS5UwCgYIKoZIzj0EAwMwZzEbMBkGA1UEAwwSQXBwbGUgUm9vdCBDQSAtIEczMSYwJAYD"
      + "VQQLDB1BcHBsZSBDZXJ0aWZpY2F0aW9uIEF1dGhvcml0eTETMBEGA1UECgwKQXBwbGUgSW5jLjELMAkGA1UEBhMCVVMwHhcN"
      + "MTQwNDMwMTgxOTA2WhcNMzkwNDMwMTgxOTA2WjBnMRswGQYDVQQDDBJBcHBsZSBSb290IENBIC0gRzMxJjAkBgNVBAsMHUFw"
      + "cGxlIENlcnRpZmljYXRpb24gQXV0aG9yaXR5MRMwEQYDVQQKDApBcHBsZSBJbmMuMQswCQYDVQQGEwJVUzB2MBAGByqGSM49"
      + "AgEGBSuBBAAiA2IABJjpLz1AcqTtkyJygRMc3RCV8cWjTnHcFBbZDuWmBSp3ZHtfTjjTuxxEtX/1H7YyYl3J6YRbTzBPEVoA"
      + "/VhYDKX1DyxNB0cTddqXl5dvMVztK517IDvYuVTZXpmkOlEKMaNCMEAwHQYDVR0OBBYEFLuw3qFYM4iapIqZ3r6966/ayySr"
      + "MA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMAoGCCqGSM49BAMDA2gAMGUCMQCD6cHEFl4aXTQY2e3v9GwOAEZL"
      + "uN+yRhHFD/3meoyhpmvOwgPUnPWTxnS4at+qIxUCMG1mihDK1A3UT82NQz60imOlM27jbdoXt2QfyFMm+YhidDkLF1vLUagM"
      + "6BgD56KyKA==")

  /// The certificate, taken apart.
  package func certificate() throws(AuthError) -> Certificate {
    do throws(CryptoError) {
      return try Certificate(derRepresentation: derRepresentation)
    } catch {
      throw .cryptography(error)
    }
  }
}
