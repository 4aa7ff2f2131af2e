import OmamoriCore

/// The extensions of a certificate that decide what it is good for (RFC 5280, section 4.2); nothing is verified.
package struct CertificateExtensions: Sendable, Hashable {
  /// The object identifiers of all extensions, such as `2.5.29.17`, in their order.
  package internal(set) var names: [String] = []
  /// Those of them that are critical.
  package internal(set) var criticalNames: Set<String> = []
  /// The names that the certificate is for; `nil` without the extension.
  package internal(set) var subjectAlternativeNames: [GeneralName]?
  /// Whether the certificate is one of an authority; `nil` without the extension.
  package internal(set) var isAuthority: Bool?
  /// How many authorities there may be between this one and the end of a chain.
  package internal(set) var greatestPathLength: Int?
  /// What the key may be used for; `nil` without the extension.
  package internal(set) var keyUsage: CertificateKeyUsage?
  /// What the certificate may be used for, by object identifiers; `nil` without the extension.
  package internal(set) var extendedKeyUsage: [String]?
  /// The names that an authority may sign.
  package internal(set) var nameConstraints: CertificateNameConstraints?
  /// The identifier of the key.
  package internal(set) var subjectKeyIdentifier: Data?
  /// The key that signed the certificate.
  package internal(set) var authorityKeyIdentifier: AuthorityKeyIdentifier?
  /// The extensions of TLS that the server has to use (RFC 7633).
  package internal(set) var tlsFeatures: [Int] = []
  /// Where the status of the certificate can be asked for (OCSP).
  package internal(set) var statusLocations: [String] = []
  /// Where the certificate of the issuer can be had.
  package internal(set) var issuerLocations: [String] = []
  /// Where revocation lists can be had.
  package internal(set) var revocationListLocations: [String] = []
  /// The policies under which the certificate was issued, by object identifiers.
  package internal(set) var policies: [String] = []

  init() {}

  /// Whether the certificate demands a stapled status (RFC 7633: the extension `status_request`, number 5).
  package var requiresStaple: Bool { tlsFeatures.contains(5) }
}

extension CertificateExtensions {
  /// The object identifiers of extensions and uses that are looked at.
  package enum Name {
    /// The subject key identifier.
    package static let subjectKeyIdentifier = "2.5.29.14"
    /// The key usage.
    package static let keyUsage = "2.5.29.15"
    /// The subject alternative names.
    package static let subjectAlternativeNames = "2.5.29.17"
    /// The basic constraints.
    package static let basicConstraints = "2.5.29.19"
    /// The name constraints.
    package static let nameConstraints = "2.5.29.30"
    /// The places of revocation lists.
    package static let revocationLists = "2.5.29.31"
    /// The policies.
    package static let policies = "2.5.29.32"
    /// The authority key identifier.
    package static let authorityKeyIdentifier = "2.5.29.35"
    /// The extended key usage.
    package static let extendedKeyUsage = "2.5.29.37"
    /// The access to information about the authority.
    package static let authorityInformation = "1.3.6.1.5.5.7.1.1"
    /// The features of TLS (RFC 7633).
    package static let tlsFeatures = "1.3.6.1.5.5.7.1.24"
    /// The use as a server of TLS.
    package static let serverUse = "1.3.6.1.5.5.7.3.1"
    /// Any use.
    package static let anyUse = "2.5.29.37.0"
    /// The use as a responder of OCSP.
    package static let statusUse = "1.3.6.1.5.5.7.3.9"
  }
}

extension CertificateExtensions {
  /// The most extensions that are read; certificates in use have about ten.
  private static let greatestCount = 128

  /// Reads the list of extensions, each at most once.
  init(_ list: inout DERReader) throws(DERError) {
    self.init()
    repeat {
      var element = try list.enter(DERTag.sequence)
      let name = try element.readDottedName()
      guard !names.contains(name), names.count < Self.greatestCount else { throw .invalidASN1Object }
      names.append(name)
      if try element.readTrue() { criticalNames.insert(name) }
      var value = try element.enter(DERTag.octetString)
      try element.finish()
      var isKnown = try readNames(name, &value)
      if !isKnown { isKnown = try readUses(name, &value) }
      if !isKnown { isKnown = try readPlaces(name, &value) }
      if isKnown { try value.finish() }
    } while !list.isAtEnd
  }

  /// Extensions about names and keys; says whether this is one.
  private mutating func readNames(
    _ name: String, _ value: inout DERReader
  ) throws(DERError) -> Bool {
    switch name {
    case Name.subjectAlternativeNames:
      var list = try value.enter(DERTag.sequence)
      subjectAlternativeNames = try GeneralName.list(&list)
    case Name.nameConstraints: nameConstraints = try CertificateNameConstraints(&value)
    case Name.subjectKeyIdentifier:
      subjectKeyIdentifier = Data(try value.read(DERTag.octetString).byteArray)
    case Name.authorityKeyIdentifier: authorityKeyIdentifier = try AuthorityKeyIdentifier(&value)
    default: return false
    }
    return true
  }

  /// Extensions about what the certificate may be used for; says whether this is one.
  private mutating func readUses(
    _ name: String, _ value: inout DERReader
  ) throws(DERError) -> Bool {
    switch name {
    case Name.basicConstraints:
      var content = try value.enter(DERTag.sequence)
      isAuthority = try content.readTrue()
      if !content.isAtEnd { greatestPathLength = try content.readCount() }
      try content.finish()
    case Name.keyUsage: keyUsage = try CertificateKeyUsage(&value)
    case Name.extendedKeyUsage:
      var list = try value.enter(DERTag.sequence)
      var uses: [String] = []
      repeat { uses.append(try list.readDottedName()) } while !list.isAtEnd
      extendedKeyUsage = uses
    case Name.tlsFeatures:
      var list = try value.enter(DERTag.sequence)
      while !list.isAtEnd { tlsFeatures.append(try list.readCount()) }
    case Name.policies:
      var list = try value.enter(DERTag.sequence)
      repeat {
        var policy = try list.enter(DERTag.sequence)
        policies.append(try policy.readDottedName())
        if !policy.isAtEnd { _ = try policy.read(DERTag.sequence) }
        try policy.finish()
      } while !list.isAtEnd
    default: return false
    }
    return true
  }

  /// Extensions about where more is to be had; says whether this is one.
  private mutating func readPlaces(
    _ name: String, _ value: inout DERReader
  ) throws(DERError) -> Bool {
    switch name {
    case Name.authorityInformation:
      var list = try value.enter(DERTag.sequence)
      repeat {
        var access = try list.enter(DERTag.sequence)
        let method = try access.readDottedName()
        let place = try GeneralName(&access)
        try access.finish()
        guard case .uri(let text) = place else { continue }
        if method == "1.3.6.1.5.5.7.48.1" { statusLocations.append(text) }
        if method == "1.3.6.1.5.5.7.48.2" { issuerLocations.append(text) }
      } while !list.isAtEnd
    case Name.revocationLists:
      var list = try value.enter(DERTag.sequence)
      repeat {
        var point = try list.enter(DERTag.sequence)
        try readRevocationPoint(&point)
      } while !list.isAtEnd
    default: return false
    }
    return true
  }

  private mutating func readRevocationPoint(_ point: inout DERReader) throws(DERError) {
    if point.next(is: DERTag.context(0)) {
      var choice = try point.enter(DERTag.context(0))
      if choice.next(is: DERTag.context(0)) {
        var list = try choice.enter(DERTag.context(0))
        for case .uri(let text) in try GeneralName.list(&list) { revocationListLocations.append(text) }
      } else {
        _ = try choice.read(DERTag.context(1))
      }
      try choice.finish()
    }
    if point.next(is: DERTag.contextPrimitive(1)) { _ = try point.read(DERTag.contextPrimitive(1)) }
    if point.next(is: DERTag.context(2)) { _ = try point.read(DERTag.context(2)) }
    try point.finish()
  }
}

/// Which key of an authority signed a certificate (RFC 5280, section 4.2.1.1).
package struct AuthorityKeyIdentifier: Sendable, Hashable {
  /// The identifier of the key.
  package let keyIdentifier: Data?
  /// The names of the authority's own issuer; empty for none.
  package let issuer: [GeneralName]
  /// The serial number of the authority's certificate, big endian.
  package let serialNumber: Data?

  init(_ reader: inout DERReader) throws(DERError) {
    var content = try reader.enter(DERTag.sequence)
    keyIdentifier = try Self.bytes(&content, 0)
    if content.next(is: DERTag.context(1)) {
      var names = try content.enter(DERTag.context(1))
      issuer = try GeneralName.list(&names)
    } else {
      issuer = []
    }
    serialNumber = try Self.bytes(&content, 2)
    try content.finish()
  }

  private static func bytes(_ reader: inout DERReader, _ number: UInt8) throws(DERError) -> Data? {
    let tag = DERTag.contextPrimitive(number)
    return reader.next(is: tag) ? Data(try reader.read(tag).byteArray) : nil
  }
}

/// What a certificate says its key may be used for (RFC 5280, section 4.2.1.3).
package struct CertificateKeyUsage: OptionSet, Sendable, Hashable {
  /// The bits, the first of the certificate lowest.
  package let rawValue: UInt16

  /// Takes the bits.
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Signatures other than on certificates and revocation lists.
  package static let digitalSignature = CertificateKeyUsage(rawValue: 1 << 0)
  /// Signatures that cannot be denied later.
  package static let contentCommitment = CertificateKeyUsage(rawValue: 1 << 1)
  /// Encrypting keys.
  package static let keyEncipherment = CertificateKeyUsage(rawValue: 1 << 2)
  /// Encrypting data.
  package static let dataEncipherment = CertificateKeyUsage(rawValue: 1 << 3)
  /// Agreeing on keys.
  package static let keyAgreement = CertificateKeyUsage(rawValue: 1 << 4)
  /// Signing certificates.
  package static let certificateSigning = CertificateKeyUsage(rawValue: 1 << 5)
  /// Signing revocation lists.
  package static let revocationListSigning = CertificateKeyUsage(rawValue: 1 << 6)
  /// Agreeing on keys to encrypt only.
  package static let encipherOnly = CertificateKeyUsage(rawValue: 1 << 7)
  /// Agreeing on keys to decrypt only.
  package static let decipherOnly = CertificateKeyUsage(rawValue: 1 << 8)

  /// Reads a list of named bits.
  ///
  /// In DER it ends with a bit that is set (X.690, section 11.2.2), but roots in use have zeros behind that.
  init(_ reader: inout DERReader) throws(DERError) {
    let content = try reader.read(DERTag.bitString).byteArray
    guard let unused = content.first, unused < 8, (2...3).contains(content.count), let last = content.last,
      last.trailingZeroBitCount >= Int(unused)
    else { throw .invalidASN1Object }
    var bits: UInt16 = 0
    for index in 0..<(content.count - 1) * 8 where content[1 + index / 8] & (0x80 >> UInt8(index % 8)) != 0 {
      guard index <= 8 else { throw .invalidASN1Object }
      bits |= 1 << UInt16(index)
    }
    self.init(rawValue: bits)
  }
}
