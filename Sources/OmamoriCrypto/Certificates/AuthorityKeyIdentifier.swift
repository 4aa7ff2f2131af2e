public import OmamoriCore

/// Which key of an authority signed a certificate (RFC 5280, section 4.2.1.1).
///
/// A value; safe to share between threads.
public struct AuthorityKeyIdentifier: Sendable, Hashable {
  /// The identifier of the key.
  public let keyIdentifier: Data?
  /// The names of the authority's own issuer; empty for none.
  public let issuer: [GeneralName]
  /// The serial number of the authority's certificate, big endian.
  public let serialNumber: Data?

  init(_ reader: inout DERReader) throws(CryptoKitASN1Error) {
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

  private static func bytes(_ reader: inout DERReader, _ number: UInt8) throws(CryptoKitASN1Error) -> Data? {
    let tag = DERTag.contextPrimitive(number)
    return reader.next(is: tag) ? Data(try reader.read(tag).byteArray) : nil
  }
}
