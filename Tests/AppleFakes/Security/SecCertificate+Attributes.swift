internal import Foundation

extension SecCertificate {
  /// What the keychain reads from a certificate, or `nil` when it is none.
  ///
  /// Issuer and subject are as in the certificate; Apple normalises them first.
  var attributes: [AttributeKey: AttributeValue]? {
    guard
      let fields = Element.all(in: Array(der)).first.map({ Element.all(in: $0.content) })?.first
        .map({ Element.all(in: $0.content) })
    else { return nil }
    // Version 1 has no field for the version.
    let rest = Array(fields.drop { $0.tag == 0xA0 })
    guard rest.count >= 6, rest[0].tag == 0x02, rest[2].tag == 0x30, rest[5].tag == 0x30 else { return nil }
    guard let key = Element.all(in: rest[5].content).last, key.tag == 0x03 else { return nil }
    return [
      .certificateType: .number(1), .serialNumber: .bytes(Data(rest[0].content)),
      .issuer: .bytes(Data(rest[2].bytes)), .subject: .bytes(Data(rest[4].bytes)),
      .publicKeyHash: .bytes(sha1(key.content.dropFirst())),
    ]
  }
}

/// An element of DER.
private struct Element {
  let tag: UInt8
  let content: [UInt8]
  let bytes: [UInt8]

  /// The elements that some bytes consist of, up to the first that is malformed.
  static func all(in bytes: [UInt8]) -> [Element] {
    var rest = bytes[...], elements: [Element] = []
    while rest.count >= 2 {
      let start = rest.startIndex
      var (length, header) = (Int(rest[start + 1]), 2)
      if length >= 0x80 {
        let width = length & 0x7F
        guard (1...3).contains(width), rest.count >= 2 + width else { break }
        length = rest[(start + 2)..<(start + 2 + width)].reduce(0) { $0 << 8 | Int($1) }
        header += width
      }
      guard rest.count >= header + length else { break }
      let content = Array(rest[(start + header)..<(start + header + length)])
      elements.append(
        Element(tag: rest[start], content: content, bytes: Array(rest[start..<(start + header + length)])))
      rest = rest.dropFirst(header + length)
    }
    return elements
  }
}
