import OmamoriCore
package import OmamoriCrypto

/// Judges the certificates of a chain that was built by what a policy requires, on every system in the same way.
///
/// Signatures, times and constraints have been looked at by the validator that built the chain. Only what the certificates
/// say about themselves is looked at here.
package enum CertificateExamination {
  /// A certificate of the chain and its place.
  package struct Link {
    package let certificate: Certificate
    package let details: CertificateDetails
    /// 0 is the server's.
    package let depth: Int
    /// Whether it is the last one, which is trusted by the policy and not because of its signature.
    package let isAnchor: Bool

    var isLeaf: Bool { depth == 0 }
    package var extensions: CertificateExtensions { details.extensions }
  }

  /// Everything that the requirements have against the chain.
  ///
  /// The rules about form are for roots that the policy gives; roots of the system, some of which are old, are taken as
  /// they are.
  package static func faults(
    of chain: [Certificate], host: HostName, _ requirements: CertificateRequirements, isAnchorGiven: Bool
  ) -> [TrustFault] {
    var faults: [TrustFault] = []
    var links: [Link] = []
    for (depth, certificate) in chain.enumerated() {
      let details: CertificateDetails
      do throws(CryptoError) {
        details = try CertificateDetails(certificate)
      } catch {
        faults.append(.malformed(depth: depth))
        continue
      }
      let link = Link(
        certificate: certificate, details: details, depth: depth, isAnchor: depth == chain.count - 1)
      links.append(link)
      faults += keyFaults(of: link, requirements)
      if link.isLeaf { faults += leafFaults(of: link, host: host, requirements) }
      if requirements.isStrict, !link.isAnchor || link.isLeaf || isAnchorGiven {
        faults += StrictRules.faults(of: link)
      }
    }
    return faults + NameConstraintRules.faults(of: links, host: host)
  }

  private static func leafFaults(
    of link: Link, host: HostName, _ requirements: CertificateRequirements
  ) -> [TrustFault] {
    var faults: [TrustFault] = []
    if let names = link.extensions.subjectAlternativeNames {
      if !CertificateNameMatch.matches(host, names) { faults.append(.wrongHost) }
    } else {
      faults.append(.noSubjectAlternativeName)
    }
    if let uses = link.extensions.extendedKeyUsage,
      !uses.contains(CertificateExtensions.Name.serverUse), !uses.contains(CertificateExtensions.Name.anyUse)
    {
      faults.append(.wrongUse(depth: 0))
    }
    let certificate = link.certificate
    let validity = certificate.notValidAfter.timeIntervalSince(certificate.notValidBefore)
    if let limit = requirements.greatestValidityDays, validity > Double(limit) * 86_400 {
      faults.append(.validityTooLong(depth: 0, limit: limit))
    }
    return faults
  }

  private static func keyFaults(of link: Link, _ requirements: CertificateRequirements) -> [TrustFault] {
    var faults: [TrustFault] = []
    if !isStrong(link.details.key, requirements) { faults.append(.weakKey(depth: link.depth)) }
    // Nobody relies on the signature of an anchor.
    if !link.isAnchor, !isStrong(link.details.signature) { faults.append(.weakSignature(depth: link.depth)) }
    return faults
  }

  private static func isStrong(_ key: CertificateKey, _ requirements: CertificateRequirements) -> Bool {
    switch key {
    case .rsa(let bits, let exponent):
      // An exponent of 1 does nothing, and an even one cannot be undone.
      bits >= requirements.leastRSABits && exponent != Data([1]) && exponent.last.map { $0 % 2 == 1 } == true
    case .curve(_, let bits): bits >= requirements.leastCurveBits
    case .edwards: true
    case .describedCurve, .dsa, .other: false
    }
  }

  private static func isStrong(_ signature: CertificateSignature) -> Bool {
    switch signature {
    case .edwards: true
    case .dsa, .other: false
    case .rsa, .pss, .ecdsa:
      switch signature.digest {
      case .sha256, .sha384, .sha512: true
      case .md2, .md5, .sha1, .sha224, nil: false
      }
    }
  }
}
