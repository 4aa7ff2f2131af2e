/// Finds the opening tags of HTML as browsers do: nothing is refused, comments and the content of scripts are passed over.
package struct HTMLTags {
  /// An opening tag.
  package struct Tag {
    /// The name, in lower case.
    package let name: String
    /// The attributes by their names in lower case; of two with one name the first counts.
    package let attributes: [String: String]
    /// The bytes from `<` to `>`.
    package let range: Range<Int>
  }

  /// The most tags that are kept.
  private static let limit = 100_000

  package private(set) var tags: [Tag] = []
  private let bytes: [UInt8]
  private var index = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    while let open = bytes[index...].firstIndex(of: 0x3C), tags.count < Self.limit {
      index = open + 1
      if bytes[index...].starts(with: "!--".utf8) {
        skip(to: "-->")
      } else if index < bytes.count, Self.isLetter(bytes[index]) {
        tag(from: open)
      }
    }
  }

  private mutating func tag(from open: Int) {
    let name = word { Self.isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    var attributes: [String: String] = [:]
    while index < bytes.count, bytes[index] != 0x3E, attributes.count < 200 {
      guard bytes[index] > 0x20, bytes[index] != 0x2F else {
        index += 1
        continue
      }
      let key = word { $0 > 0x20 && ![0x3D, 0x3E, 0x2F].contains($0) }
      skipSpace()
      var value = ""
      if index < bytes.count, bytes[index] == 0x3D {
        index += 1
        skipSpace()
        value = self.value()
      } else if key.isEmpty {
        index += 1
      }
      if !key.isEmpty, attributes[key] == nil { attributes[key] = value }
    }
    index = min(bytes.count, index + 1)
    tags.append(Tag(name: name, attributes: attributes, range: open..<index))
    // What stands in a script or a style is no markup.
    if ["script", "style", "textarea", "title"].contains(name) { skip(to: "</\(name)") }
  }

  private mutating func word(_ belongs: (UInt8) -> Bool) -> String {
    let start = index
    while index < bytes.count, belongs(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
  }

  private mutating func value() -> String {
    guard index < bytes.count else { return "" }
    let quote = bytes[index]
    if quote == 0x22 || quote == 0x27 {
      index += 1
      let start = index
      while index < bytes.count, bytes[index] != quote { index += 1 }
      defer { index = min(bytes.count, index + 1) }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }
    let start = index
    while index < bytes.count, bytes[index] > 0x20, bytes[index] != 0x3E { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Goes behind the next `text`, in letters of either case.
  private mutating func skip(to text: String) {
    let wanted = Array(text.utf8)
    while index < bytes.count {
      let rest = bytes[index...].prefix(wanted.count)
      if rest.count == wanted.count,
        zip(rest, wanted).allSatisfy({ Self.isLetter($0) ? $0 | 0x20 == $1 : $0 == $1 })
      {
        index += wanted.count
        return
      }
      index += 1
    }
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
