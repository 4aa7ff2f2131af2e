import OmamoriCore
import OmamoriCrypto

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
