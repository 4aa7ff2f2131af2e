import OmamoriCore

/// The common names in a distinguished name (X.520, attribute 2.5.4.3).
enum CertificateCommonNames {
  private static let utf8String: UInt8 = 0x0C
  private static let printableString: UInt8 = 0x13
  private static let teletexString: UInt8 = 0x14
  private static let ia5String: UInt8 = 0x16
  private static let bmpString: UInt8 = 0x1E

  static func read(_ bytes: RawSpan) throws(CryptoKitASN1Error) -> (names: [String], isEmpty: Bool) {
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
