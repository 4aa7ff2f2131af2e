public import OmamoriCore

/// An X.509 certificate, taken apart so that it can be kept and found; nothing about it is verified.
///
/// Reading says that the bytes are a certificate in DER (RFC 5280, X.690): every element in its place, lengths minimal,
/// nothing left over. Whether anybody should trust it (its signature, chain, names, purpose and time) is not looked at.
/// Two certificates are equal when their bytes are.
public struct Certificate: Sendable, Hashable {
  /// The largest certificate that is read, in bytes.
  package static let greatestSize = 256 * 1024

  /// The certificate in DER.
  public let derRepresentation: Data
  /// The serial number as a big-endian integer in two's complement, as it stands in the certificate; 1 to 21 bytes.
  public let serialNumber: Data
  /// The issuer's name in DER.
  public let issuer: Data
  /// The subject's name in DER.
  public let subject: Data
  /// The first moment at which the certificate is valid.
  public let notValidBefore: Date
  /// The last moment at which the certificate is valid.
  public let notValidAfter: Date
  /// The SubjectPublicKeyInfo in DER, such as `P256.Signing.PublicKey(derRepresentation:)` reads.
  public let subjectPublicKeyInfo: Data
  /// The identifier of the subject's key, where the certificate says one.
  public let subjectKeyIdentifier: Data?
  /// SHA-1 of the public key's bits, by which a keychain joins a certificate to its private key; not for security.
  public let publicKeyHash: Data

  /// Reads a certificate in DER.
  ///
  /// - Parameter derRepresentation: The certificate, and nothing after it; at most 262,144 bytes.
  /// - Throws: `CryptoError.malformed(_:offset:)` and `CryptoError.outOfRange(lower:upper:)`.
  public init(derRepresentation: some DataProtocol) throws(CryptoError) {
    let der = Data(derRepresentation)
    guard der.count <= Self.greatestSize else { throw .outOfRange(lower: 1, upper: Self.greatestSize) }
    let fields: CertificateFields
    do throws(DERError) {
      fields = try der.withRawSpan { bytes throws(DERError) in try CertificateFields(bytes) }
    } catch {
      throw .malformed(.certificate, offset: nil)
    }
    self.derRepresentation = der
    (serialNumber, issuer, subject) = (fields.serialNumber, fields.issuer, fields.subject)
    (notValidBefore, notValidAfter) = (fields.notValidBefore, fields.notValidAfter)
    (subjectPublicKeyInfo, subjectKeyIdentifier) = (fields.publicKeyInfo, fields.subjectKeyIdentifier)
    publicKeyHash = Data(Insecure.SHA1.hash(data: fields.publicKeyBits))
  }

  /// Reads a certificate in PEM.
  ///
  /// - Parameter pemRepresentation: One document with the label `CERTIFICATE`.
  /// - Throws: `CryptoError.malformed(_:offset:)`.
  public init(pemRepresentation: String) throws(CryptoError) {
    let content: Data
    do throws(DERError) {
      content = try PEMDocument(pemRepresentation, labels: ["CERTIFICATE"]).content
    } catch {
      throw .malformed(.certificate, offset: nil)
    }
    try self.init(derRepresentation: content)
  }

  /// The certificate in PEM.
  public var pemRepresentation: String { PEMDocument(label: "CERTIFICATE", content: derRepresentation).text }

  /// SHA-256 of the certificate, by which people compare certificates.
  public var fingerprint: SHA256.Digest { SHA256.hash(data: derRepresentation) }

  /// Says whether both have the same bytes.
  public static func == (left: Certificate, right: Certificate) -> Bool {
    left.derRepresentation == right.derRepresentation
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(derRepresentation) }
}

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
  /// - Throws: `CryptoError.malformed(_:offset:)`.
  package func extensionValue(_ name: String) throws(CryptoError) -> Data? {
    do throws(DERError) {
      return try derRepresentation.withRawSpan { bytes throws(DERError) in
        try Self.extensionValue(name, bytes)
      }
    } catch {
      throw .malformed(.certificate, offset: nil)
    }
  }

  /// What is signed, with its header, and the signature.
  private func signedParts() throws(DERError) -> (body: Data, signature: Data) {
    try derRepresentation.withRawSpan { bytes throws(DERError) in
      var document = DERReader(bytes)
      var certificate = try document.enter(DERTag.sequence)
      let content = try certificate.read(DERTag.sequence).byteArray
      _ = try certificate.read(DERTag.sequence)
      let signature = try certificate.readBitString().byteArray
      // The header is written again: of DER there is one form only, which reading has made sure of.
      return (Data(DERWriter.write { $0.element(DERTag.sequence, content) }), Data(signature))
    }
  }

  private static func extensionValue(_ name: String, _ bytes: RawSpan) throws(DERError) -> Data? {
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
