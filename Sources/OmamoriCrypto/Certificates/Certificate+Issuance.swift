package import OmamoriCore

extension Certificate {
  /// Says whether the key of `issuer` signed this certificate, with ECDSA on a NIST curve and SHA-2.
  ///
  /// Only the signature and the names are looked at: neither times nor what the issuer may sign.
  ///
  /// - Parameter issuer: The certificate of the alleged issuer.
  /// - Returns: `false` also for another algorithm, and for a signature or a key that cannot be read.
  package func isIssued(by issuer: Certificate) -> Bool {
    guard self.issuer == issuer.subject, let details = try? CertificateDetails(self),
      case .ecdsa(let digest) = details.signature, let (body, signature) = try? signedParts()
    else { return false }
    switch digest {
    case .sha256: return Self.isValid(signature, for: SHA256.hash(data: body), issuer.subjectPublicKeyInfo)
    case .sha384: return Self.isValid(signature, for: SHA384.hash(data: body), issuer.subjectPublicKeyInfo)
    case .sha512: return Self.isValid(signature, for: SHA512.hash(data: body), issuer.subjectPublicKeyInfo)
    case .md2, .md5, .sha1, .sha224: return false
    }
  }

  /// The content of an extension.
  ///
  /// - Parameter name: The object identifier, such as `2.5.29.17`.
  /// - Returns: What the octet string holds; `nil` when there is no such extension.
  /// - Throws: ``CryptoError/malformed(_:offset:)``.
  package func extensionValue(_ name: String) throws(CryptoError) -> Data? {
    do throws(CryptoKitASN1Error) {
      return try derRepresentation.withRawSpan { bytes throws(CryptoKitASN1Error) in
        try Self.extensionValue(name, bytes)
      }
    } catch {
      throw .malformed(.certificate, offset: nil)
    }
  }

  /// What is signed, with its header, and the signature.
  private func signedParts() throws(CryptoKitASN1Error) -> (body: Data, signature: Data) {
    try derRepresentation.withRawSpan { bytes throws(CryptoKitASN1Error) in
      var document = DERReader(bytes)
      var certificate = try document.enter(DERTag.sequence)
      let content = try certificate.read(DERTag.sequence).byteArray
      _ = try certificate.read(DERTag.sequence)
      let signature = try certificate.readBitString().byteArray
      // The header is written again: of DER there is one form only, which reading has made sure of.
      return (Data(DERWriter.write { $0.element(DERTag.sequence, content) }), Data(signature))
    }
  }

  private static func extensionValue(_ name: String, _ bytes: RawSpan) throws(CryptoKitASN1Error) -> Data? {
    var document = DERReader(bytes)
    var certificate = try document.enter(DERTag.sequence)
    var body = try certificate.enter(DERTag.sequence)
    while let tag = body.nextTag, tag != DERTag.context(3) { _ = try body.read(tag) }
    guard !body.isAtEnd else { return nil }
    var explicit = try body.enter(DERTag.context(3))
    var list = try explicit.enter(DERTag.sequence)
    while !list.isAtEnd {
      var element = try list.enter(DERTag.sequence)
      let isWanted = try element.readDottedName() == name
      _ = try element.readTrue()
      let value = try element.read(DERTag.octetString)
      if isWanted { return Data(value.byteArray) }
    }
    return nil
  }

  private static func isValid(_ signature: Data, for digest: some Digest, _ information: Data) -> Bool {
    if let key = try? P384.Signing.PublicKey(derRepresentation: information),
      let signature = try? P384.Signing.ECDSASignature(derRepresentation: signature)
    {
      return key.isValidSignature(signature, for: digest)
    }
    if let key = try? P256.Signing.PublicKey(derRepresentation: information),
      let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
    {
      return key.isValidSignature(signature, for: digest)
    }
    return false
  }
}
