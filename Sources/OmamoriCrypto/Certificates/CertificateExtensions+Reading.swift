import OmamoriCore

extension CertificateExtensions {
  /// The most extensions that are read; certificates in use have about ten.
  private static let greatestCount = 128

  /// Reads the list of extensions, each at most once.
  init(_ list: inout DERReader) throws(CryptoKitASN1Error) {
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
  ) throws(CryptoKitASN1Error) -> Bool {
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
  ) throws(CryptoKitASN1Error) -> Bool {
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
  ) throws(CryptoKitASN1Error) -> Bool {
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

  private mutating func readRevocationPoint(_ point: inout DERReader) throws(CryptoKitASN1Error) {
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
