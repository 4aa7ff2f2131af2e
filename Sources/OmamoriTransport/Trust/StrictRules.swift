import OmamoriCore
import OmamoriCrypto

/// Rules of RFC 5280 and of the CA/Browser Forum's Baseline Requirements that say whether a certificate was made with
/// care.
enum StrictRules {
  typealias Link = CertificateExamination.Link
  private typealias Name = CertificateExtensions.Name

  /// RFC 5280, section 4.1.2.2.
  private static let greatestSerialNumberSize = 20

  /// The policy constraints, and the end of any policy (RFC 5280, sections 4.2.1.11 and 4.2.1.14).
  private static let alwaysCritical: Set = ["2.5.29.36", "2.5.29.54"]

  static func faults(of link: Link) -> [TrustFault] {
    var faults: [TrustFault] = []
    // Roots are for whatever the policy uses them for (Baseline Requirements, 7.1.2.1.2).
    if link.isAnchor, !link.isLeaf, link.details.isSelfIssued, link.extensions.extendedKeyUsage != nil {
      faults.append(.nonconforming(depth: link.depth))
    }
    if isForOtherUse(link) { faults.append(.wrongUse(depth: link.depth)) }
    let isConforming =
      hasGoodForm(link) && hasGoodAuthorityKey(link) && hasGoodConstraints(link)
      && (!link.isLeaf || hasGoodNames(link))
    if !isConforming { faults.append(.nonconforming(depth: link.depth)) }
    return faults
  }

  /// The server's certificate is one for servers of TLS, and not for signing others.
  private static func isForOtherUse(_ link: Link) -> Bool {
    guard link.isLeaf else { return false }
    let uses = link.extensions.extendedKeyUsage ?? []
    return !uses.contains(Name.serverUse) || uses.contains(Name.anyUse) || link.extensions.isAuthority == true
  }

  /// Version 3, a positive serial number of 20 bytes at most, whole bytes of RSA modulus, and what is never critical is not.
  private static func hasGoodForm(_ link: Link) -> Bool {
    let serialNumber = link.certificate.serialNumber
    let isSerialNumberGood =
      serialNumber.count <= greatestSerialNumberSize && serialNumber.first.map { $0 < 0x80 } == true
      && serialNumber != Data([0])
    guard link.details.version == 3, isSerialNumberGood else { return false }
    if case .rsa(let bits, _) = link.details.key, !bits.isMultiple(of: 8) { return false }
    let names = Set(link.extensions.names)
    guard
      names.isDisjoint(with: alwaysCritical)
        || link.extensions.criticalNames.isSuperset(of: names.intersection(alwaysCritical))
    else {
      return false
    }
    return link.extensions.criticalNames.isDisjoint(with: [
      Name.authorityInformation, Name.authorityKeyIdentifier, Name.subjectKeyIdentifier,
      Name.extendedKeyUsage,
      Name.revocationLists, Name.tlsFeatures,
    ])
  }

  /// The key that signed is named by its identifier alone (Baseline Requirements, 7.1.2.11.1).
  private static func hasGoodAuthorityKey(_ link: Link) -> Bool {
    guard let authority = link.extensions.authorityKeyIdentifier else {
      return link.isAnchor && link.details.isSelfIssued
    }
    guard let identifier = authority.keyIdentifier, authority.issuer.isEmpty, authority.serialNumber == nil
    else {
      return false
    }
    guard link.isAnchor, link.details.isSelfIssued else { return true }
    return link.extensions.subjectKeyIdentifier.map { $0 == identifier } ?? true
  }

  /// Only authorities constrain names, and those that do name something that names can be compared with.
  private static func hasGoodConstraints(_ link: Link) -> Bool {
    guard let constraints = link.extensions.nameConstraints else { return true }
    let trees = constraints.permitted + constraints.excluded
    return !link.isLeaf && !trees.isEmpty && trees.allSatisfy(isTree)
  }

  private static func isTree(_ tree: GeneralName) -> Bool {
    switch tree {
    case .dns(let name):
      return name.isEmpty || (!name.contains("*") && CertificateNameMatch.isWellFormed(name))
    case .address(let bytes):
      guard bytes.count == 8 || bytes.count == 32 else { return false }
      return isMask(bytes.suffix(bytes.count / 2))
    case .email, .uri, .directory, .other: return true
    }
  }

  /// Ones, and then zeros.
  private static func isMask(_ bytes: Data) -> Bool {
    let rest = bytes.drop { $0 == 0xFF }
    guard let first = rest.first else { return true }
    let ones = (~first).leadingZeroBitCount
    return ones + first.trailingZeroBitCount >= 8 && rest.dropFirst().allSatisfy { $0 == 0 }
  }

  /// Every alternative name is one that a host may have, and common names repeat one of them (Baseline Requirements,
  /// 7.1.2.7.12 and 7.1.4.3).
  private static func hasGoodNames(_ link: Link) -> Bool {
    guard let names = link.extensions.subjectAlternativeNames else { return true }
    let isCritical = link.extensions.criticalNames.contains(Name.subjectAlternativeNames)
    guard isCritical == link.details.hasEmptySubject else { return false }
    let areNamesGood = names.allSatisfy { name in
      switch name {
      case .dns(let pattern): CertificateNameMatch.isWellFormed(pattern) && !pattern.contains("_")
      case .address(let bytes): bytes.count == 4 || bytes.count == 16
      case .email, .uri, .directory, .other: true
      }
    }
    return areNamesGood
      && link.details.commonNames.allSatisfy { !looksLikeHost($0) || isRepeated($0, names) }
  }

  /// A common name counts for nothing, but one that names a host must not name one that the certificate is not for.
  private static func looksLikeHost(_ commonName: String) -> Bool {
    commonName.hasPrefix("0x") || commonName.hasPrefix("0X")
      || (commonName.contains { $0 == "." || $0 == ":" } && !commonName.contains(" "))
  }

  private static func isRepeated(_ commonName: String, _ names: [GeneralName]) -> Bool {
    names.contains { name in
      switch name {
      // `CN=example.com` with `*.example.com` or `www.example.com` is common, and nobody else's name.
      case .dns(let alternative):
        // Case does not matter in names of hosts (RFC 4343).
        let (name, pattern) = (
          CertificateNameMatch.lowercased(commonName), CertificateNameMatch.lowercased(alternative)
        )
        return pattern == name || pattern.hasSuffix("." + name)
      case .address(let bytes):
        guard let host = try? HostName(commonName), host.description == commonName else { return false }
        return CertificateNameMatch.address(of: host) == bytes
      case .email, .uri, .directory, .other: return false
      }
    }
  }
}
