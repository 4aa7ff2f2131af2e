/// A table of texts, such as `InfoPlist.strings`: lines of `"key" = "text";`, with comments between them.
package struct TextTable {
  /// An entry of the table.
  package struct Entry {
    package let key: String
    package let text: String
    /// The bytes from the key to the end of the text.
    package let range: Range<Int>
  }

  /// The entries in their order.
  package private(set) var entries: [Entry] = []

  /// The most entries that are read.
  static let maximumEntries = 10_000

  /// Reads a table; what is not understood is passed over.
  package init(_ text: TextSource) {
    var scanner = Scanner(bytes: text.bytes)
    var pending: (key: String, start: Int)?
    var isAssigned = false
    while entries.count < Self.maximumEntries, let token = scanner.next() {
      switch token {
      case .text(let value, let range):
        if let key = pending, isAssigned {
          entries.append(Entry(key: key.key, text: value, range: key.start..<range.upperBound))
          (pending, isAssigned) = (nil, false)
        } else {
          (pending, isAssigned) = ((value, range.lowerBound), false)
        }
      case .equals: isAssigned = pending != nil
      case .other: (pending, isAssigned) = (nil, false)
      }
    }
  }

  private enum Token {
    case text(String, Range<Int>)
    case equals
    case other
  }

  private struct Scanner {
    let bytes: [UInt8]
    var offset = 0

    mutating func next() -> Token? {
      skipBlank()
      guard offset < bytes.count else { return nil }
      let start = offset
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        let value = quoted()
        return .text(value, start..<offset)
      case UInt8(ascii: "="):
        offset += 1
        return .equals
      case let byte where isWord(byte):
        while offset < bytes.count, isWord(bytes[offset]) { offset += 1 }
        return .text(String(decoding: bytes[start..<offset], as: UTF8.self), start..<offset)
      default:
        offset += 1
        return .other
      }
    }

    private func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x5F: true
      default: false
      }
    }

    /// Passes over white space and both kinds of comments.
    private mutating func skipBlank() {
      while offset < bytes.count {
        let rest = bytes[offset...]
        if bytes[offset] <= 0x20 {
          offset += 1
        } else if rest.starts(with: "//".utf8) {
          offset = rest.firstIndex(of: 0x0A) ?? bytes.count
        } else if rest.starts(with: "/*".utf8) {
          offset += 2
          while offset < bytes.count, !bytes[offset...].starts(with: "*/".utf8) { offset += 1 }
          offset = min(offset + 2, bytes.count)
        } else {
          return
        }
      }
    }

    private mutating func quoted() -> String {
      offset += 1
      var value: [UInt8] = []
      while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
        if bytes[offset] == UInt8(ascii: "\\"), offset + 1 < bytes.count { offset += 1 }
        value.append(bytes[offset])
        offset += 1
      }
      offset = min(offset + 1, bytes.count)
      return String(decoding: value, as: UTF8.self)
    }
  }
}
