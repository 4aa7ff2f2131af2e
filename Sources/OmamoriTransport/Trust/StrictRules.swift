import OmamoriCore
package import OmamoriCrypto

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

/// Compares the host itself with the name constraints of a chain (RFC 5280, section 4.2.1.10).
///
/// Validators compare the names in the certificate. A pattern such as `*.example.com` is not in an excluded
/// `bar.example.com`, and yet it fits that name (CVE-2025-61727); so the name that it is used for is compared, too, and no
/// pattern may fit an excluded name.
package enum NameConstraintRules {
  /// The most comparisons for one chain; more than that takes a certificate that was made to keep readers busy.
  private static let greatestComparisonCount = 100_000

  package static func faults(of links: [CertificateExamination.Link], host: HostName) -> [TrustFault] {
    guard !host.isAddress, let leaf = links.first else { return [] }
    let patterns = (leaf.extensions.subjectAlternativeNames ?? []).compactMap { name -> String? in
      guard case .dns(let text) = name, text.hasPrefix("*.") else { return nil }
      return lowercased(text.dropFirst(2))
    }
    var faults: [TrustFault] = []
    for link in links.dropFirst() {
      guard let constraints = link.extensions.nameConstraints else { continue }
      let (permitted, excluded) = (names(constraints.permitted), names(constraints.excluded))
      guard (patterns.count + 1) * (permitted.count + excluded.count) <= greatestComparisonCount else {
        faults.append(.nameConstraint(depth: link.depth))
        continue
      }
      let isHostFree = permitted.isEmpty || permitted.contains { isInside(host.description, $0) }
      let isHostExcluded = excluded.contains { isInside(host.description, $0) }
      let isPatternExcluded = patterns.contains { parent in
        excluded.contains { isInside(parent, $0) || isChild($0, of: parent) }
      }
      if !isHostFree || isHostExcluded || isPatternExcluded {
        faults.append(.nameConstraint(depth: link.depth))
      }
    }
    return faults
  }

  /// The depth of the lowest authority above a certificate that constrains names.
  ///
  /// OpenSSL says whose name is outside, but not of what. Where no authority is found, it is the next one.
  package static func depthOfConstraints(in chain: [Certificate], above depth: Int) -> Int {
    for (index, certificate) in chain.enumerated() where index > depth {
      guard let details = try? CertificateDetails(certificate), details.extensions.nameConstraints == nil
      else {
        return index
      }
    }
    return depth + 1
  }

  private static func names(_ trees: [GeneralName]) -> [String] {
    trees.compactMap { tree in
      guard case .dns(let name) = tree else { return nil }
      return lowercased(name)
    }
  }

  /// A tree is a name with everything below it; the empty one has every name.
  ///
  /// A dot in front leaves the name itself out.
  private static func isInside(_ name: String, _ tree: String) -> Bool {
    tree.isEmpty || name == tree || name.hasSuffix(tree.hasPrefix(".") ? tree : "." + tree)
  }

  /// Whether a name has exactly one label more than another.
  private static func isChild(_ name: String, of parent: String) -> Bool {
    name.hasSuffix("." + parent) && !name.dropLast(parent.utf8.count + 1).contains(".")
  }

  private static func lowercased(_ text: some StringProtocol) -> String {
    String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

/// What certificates must be over and above a valid signature.
public struct CertificateRequirements: Sendable, Hashable {
  /// The least size of an RSA key, in bits.
  public var leastRSABits = 2048
  /// The least size of an elliptic curve's field, in bits.
  public var leastCurveBits = 256
  /// The greatest validity of a server's certificate, in days; `nil` for any.
  public var greatestValidityDays: Int? = 825
  /// The most authorities between a server's certificate and the root.
  public var greatestIntermediateCount = 8
  /// Whether a certificate must be a good one by the rules of RFC 5280 and the CA/Browser Forum in every detail.
  public var isStrict = true
  /// Whether a certificate that demands stapling (RFC 7633) is refused without it.
  public var honorsMustStaple = true
  /// Whether every server has to staple a good OCSP status.
  public var requiresStaple = false
  /// Whether TLS 1.2 needs the extended master secret (RFC 7627).
  public var requiresExtendedMasterSecret = true

  /// The requirements that a policy has unless it says otherwise.
  public init() {}
}
