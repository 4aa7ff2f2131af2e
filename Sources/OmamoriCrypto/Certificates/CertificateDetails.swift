import OmamoriCore

/// What a certificate says about itself beyond its names and times, taken apart; nothing about it is verified.
package struct CertificateDetails: Sendable, Hashable {
  /// The version: 1, 2 or 3.
  package let version: Int
  /// How the certificate is signed.
  package let signature: CertificateSignature
  /// The kind and size of the key.
  package let key: CertificateKey
  /// The common names of the subject; text in a script that cannot be read is left out.
  package let commonNames: [String]
  /// Whether the subject has no attribute at all.
  package let hasEmptySubject: Bool
  /// Whether the subject is the issuer, too.
  package let isSelfIssued: Bool
  /// The extensions.
  package let extensions: CertificateExtensions

  /// Takes a certificate apart.
  ///
  /// - Parameter certificate: The certificate.
  /// - Throws: `CryptoError.malformed(_:offset:)` for an extension that is not DER, comes twice, or does not have the
  ///   content that RFC 5280 gives it; those that are not known are skipped.
  package init(_ certificate: Certificate) throws(CryptoError) {
    do throws(DERError) {
      let content = try certificate.derRepresentation.withRawSpan {
        bytes throws(DERError) in try Content(bytes)
      }
      (version, signature, key) = (content.version, content.signature, content.key)
      extensions = content.extensions
      (commonNames, hasEmptySubject) = try certificate.subject.withRawSpan {
        bytes throws(DERError) in try CertificateCommonNames.read(bytes)
      }
    } catch {
      throw .malformed(.certificate, offset: nil)
    }
    isSelfIssued = certificate.subject == certificate.issuer
  }

  /// The parts that only the certificate as a whole has.
  private struct Content {
    let version: Int
    let signature: CertificateSignature
    let key: CertificateKey
    let extensions: CertificateExtensions

    init(_ bytes: RawSpan) throws(DERError) {
      var document = DERReader(bytes)
      var certificate = try document.enter(DERTag.sequence)
      try document.finish()
      var body = try certificate.enter(DERTag.sequence)
      let outer = try certificate.read(DERTag.sequence).byteArray
      if body.next(is: DERTag.context(0)) {
        var explicit = try body.enter(DERTag.context(0))
        version = Int(try explicit.readSmallInteger()) + 1
      } else {
        version = 1
      }
      _ = try body.read(DERTag.integer)
      var copy = body
      // Both places that name the algorithm must say the same (RFC 5280, section 4.1.1.2).
      guard try copy.read(DERTag.sequence).byteArray == outer else { throw .invalidASN1Object }
      signature = try CertificateSignature(&body)
      for _ in 1...3 { _ = try body.read(DERTag.sequence) }
      key = try CertificateKey(&body)
      for number: UInt8 in 1...2 where body.next(is: DERTag.contextPrimitive(number)) {
        _ = try body.read(DERTag.contextPrimitive(number))
      }
      guard body.next(is: DERTag.context(3)) else {
        extensions = CertificateExtensions()
        return
      }
      var explicit = try body.enter(DERTag.context(3))
      var list = try explicit.enter(DERTag.sequence)
      extensions = try CertificateExtensions(&list)
    }
  }
}
