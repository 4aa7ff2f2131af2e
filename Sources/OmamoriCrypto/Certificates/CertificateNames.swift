import OmamoriCore

/// The common names in a distinguished name (X.520, attribute 2.5.4.3).
enum CertificateCommonNames {
  private static let utf8String: UInt8 = 0x0C
  private static let printableString: UInt8 = 0x13
  private static let teletexString: UInt8 = 0x14
  private static let ia5String: UInt8 = 0x16
  private static let bmpString: UInt8 = 0x1E

  static func read(_ bytes: RawSpan) throws(DERError) -> (names: [String], isEmpty: Bool) {
    var document = DERReader(bytes)
    var name = try document.enter(DERTag.sequence)
    let isEmpty = name.isAtEnd
    var names: [String] = []
    while !name.isAtEnd {
      var set = try name.enter(DERTag.set)
      while !set.isAtEnd {
        var attribute = try set.enter(DERTag.sequence)
        guard try attribute.readObjectIdentifier() == [0x55, 0x04, 0x03], let tag = attribute.nextTag else {
          continue
        }
        if let text = text(of: try attribute.read(tag).byteArray, tag) { names.append(text) }
      }
    }
    return (names, isEmpty)
  }

  private static func text(of bytes: [UInt8], _ tag: UInt8) -> String? {
    switch tag {
    case utf8String, printableString, ia5String: return String(validating: bytes, as: UTF8.self)
    case teletexString: return String(decoding: bytes.map(UInt16.init), as: UTF16.self)
    case bmpString where bytes.count.isMultiple(of: 2):
      let units = stride(from: 0, to: bytes.count, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return String(validating: units, as: UTF16.self)
    default: return nil
    }
  }
}

/// Object identifiers as people write them, such as `2.5.29.17` (X.660).
enum DottedName {
  /// The numbers with dots between them; `nil` unless the bytes are minimal and each number fits 63 bits.
  static func text(of bytes: [UInt8]) -> String? {
    var numbers: [UInt64] = []
    var number: UInt64 = 0
    var isInside = false
    for byte in bytes {
      guard isInside || byte != 0x80, number < 1 << 56 else { return nil }
      number = number << 7 | UInt64(byte & 0x7F)
      isInside = byte >= 0x80
      guard !isInside else { continue }
      numbers.append(number)
      number = 0
    }
    guard !isInside, let first = numbers.first else { return nil }
    let top = min(first / 40, 2)
    return ([top, first - top * 40] + numbers.dropFirst()).map { String($0) }.joined(separator: ".")
  }
}

/// A name in a certificate (RFC 5280, section 4.2.1.6), as it stands there: whether it is a sensible one is not looked at.
package enum GeneralName: Sendable, Hashable {
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

  init(_ reader: inout DERReader) throws(DERError) {
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
  static func list(_ reader: inout DERReader) throws(DERError) -> [GeneralName] {
    var names: [GeneralName] = []
    repeat { names.append(try GeneralName(&reader)) } while !reader.isAtEnd
    return names
  }
}

/// The names that an authority may sign (RFC 5280, section 4.2.1.10).
package struct CertificateNameConstraints: Sendable, Hashable {
  /// The trees that names of their kind must be in; empty for no such rule.
  package let permitted: [GeneralName]
  /// The trees that names must not be in.
  package let excluded: [GeneralName]

  init(_ reader: inout DERReader) throws(DERError) {
    var content = try reader.enter(DERTag.sequence)
    permitted = try Self.trees(&content, DERTag.context(0))
    excluded = try Self.trees(&content, DERTag.context(1))
    try content.finish()
    // RFC 5280 forbids constraints that constrain nothing; readers disagree about what they mean.
    guard !permitted.isEmpty || !excluded.isEmpty else { throw .invalidASN1Object }
  }

  private static func trees(
    _ reader: inout DERReader, _ tag: UInt8
  ) throws(DERError) -> [GeneralName] {
    guard reader.next(is: tag) else { return [] }
    var list = try reader.enter(tag)
    var names: [GeneralName] = []
    repeat {
      var tree = try list.enter(DERTag.sequence)
      names.append(try GeneralName(&tree))
      // The least distance is 0, which DER leaves out, and there is no greatest one.
      try tree.finish()
    } while !list.isAtEnd
    return names
  }
}
