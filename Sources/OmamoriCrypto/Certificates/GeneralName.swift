public import OmamoriCore

/// A name in a certificate (RFC 5280, section 4.2.1.6), as it stands there: whether it is a sensible one is not looked at.
///
/// A value; safe to share between threads.
public enum GeneralName: Sendable, Hashable {
  /// A name of the domain name system, or a pattern for such names.
  case dns(String)
  /// An address of 4 or 16 bytes; in name constraints with a mask of the same size behind it.
  case address(Data)
  /// A mail address.
  case email(String)
  /// A URI.
  case uri(String)
  /// A distinguished name in DER.
  case directory(Data)
  /// Another kind of name, by the number of its tag, in DER without the tag.
  case other(tag: UInt8, Data)

  init(_ reader: inout DERReader) throws(CryptoKitASN1Error) {
    guard let tag = reader.nextTag else { throw .truncatedASN1Field }
    switch tag {
    case DERTag.contextPrimitive(1): self = .email(try reader.readASCII(tag))
    case DERTag.contextPrimitive(2): self = .dns(try reader.readASCII(tag))
    case DERTag.context(4):
      let content = try reader.read(tag)
      var explicit = DERReader(content)
      _ = try explicit.read(DERTag.sequence)
      try explicit.finish()
      self = .directory(Data(content.byteArray))
    case DERTag.contextPrimitive(6): self = .uri(try reader.readASCII(tag))
    case DERTag.contextPrimitive(7): self = .address(Data(try reader.read(tag).byteArray))
    case DERTag.context(0), DERTag.context(3), DERTag.context(5), DERTag.contextPrimitive(8):
      self = .other(tag: tag & 0x1F, Data(try reader.read(tag).byteArray))
    default: throw .unexpectedFieldType
    }
  }

  /// Reads the names that are left, at least one.
  static func list(_ reader: inout DERReader) throws(CryptoKitASN1Error) -> [GeneralName] {
    var names: [GeneralName] = []
    repeat { names.append(try GeneralName(&reader)) } while !reader.isAtEnd
    return names
  }
}
