import OmamoriCore

/// What a certificate says its key may be used for (RFC 5280, section 4.2.1.3).
///
/// A value; safe to share between threads.
public struct CertificateKeyUsage: OptionSet, Sendable, Hashable {
  /// The bits, the first of the certificate lowest.
  public let rawValue: UInt16

  /// Takes the bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Signatures other than on certificates and revocation lists.
  public static let digitalSignature = CertificateKeyUsage(rawValue: 1 << 0)
  /// Signatures that cannot be denied later.
  public static let contentCommitment = CertificateKeyUsage(rawValue: 1 << 1)
  /// Encrypting keys.
  public static let keyEncipherment = CertificateKeyUsage(rawValue: 1 << 2)
  /// Encrypting data.
  public static let dataEncipherment = CertificateKeyUsage(rawValue: 1 << 3)
  /// Agreeing on keys.
  public static let keyAgreement = CertificateKeyUsage(rawValue: 1 << 4)
  /// Signing certificates.
  public static let certificateSigning = CertificateKeyUsage(rawValue: 1 << 5)
  /// Signing revocation lists.
  public static let revocationListSigning = CertificateKeyUsage(rawValue: 1 << 6)
  /// Agreeing on keys to encrypt only.
  public static let encipherOnly = CertificateKeyUsage(rawValue: 1 << 7)
  /// Agreeing on keys to decrypt only.
  public static let decipherOnly = CertificateKeyUsage(rawValue: 1 << 8)

  /// Reads a list of named bits.
  ///
  /// In DER it ends with a bit that is set (X.690, section 11.2.2), but roots in use have zeros behind that.
  init(_ reader: inout DERReader) throws(CryptoKitASN1Error) {
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
