public import OmamoriCore

/// An X.509 certificate, taken apart so that it can be kept and found; nothing about it is verified.
///
/// Reading says that the bytes are a certificate in DER (RFC 5280, X.690): every element in its place, lengths minimal,
/// nothing left over. Whether anybody should trust it (its signature, chain, names, purpose and time) is not looked at.
/// Two certificates are equal when their bytes are. A value; safe to share between threads.
public struct Certificate: Sendable, Hashable {
  /// The largest certificate that is read, in bytes.
  public static let greatestSize = 256 * 1024

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
  /// - Parameter derRepresentation: The certificate, and nothing after it; at most ``greatestSize`` bytes.
  /// - Throws: ``CryptoError/malformed(_:offset:)`` and ``CryptoError/outOfRange(lower:upper:)``.
  public init(derRepresentation: some DataProtocol) throws(CryptoError) {
    let der = Data(derRepresentation)
    guard der.count <= Self.greatestSize else { throw .outOfRange(lower: 1, upper: Self.greatestSize) }
    let fields: CertificateFields
    do throws(CryptoKitASN1Error) {
      fields = try der.withRawSpan { bytes throws(CryptoKitASN1Error) in try CertificateFields(bytes) }
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
  /// - Throws: ``CryptoError/malformed(_:offset:)``.
  public init(pemRepresentation: String) throws(CryptoError) {
    let content: Data
    do throws(CryptoKitASN1Error) {
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
