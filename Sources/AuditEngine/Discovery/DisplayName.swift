/// Shows names from file systems and archives so that they cannot disturb a report.
///
/// Readable text stays as it is. Control characters, characters that turn the direction of text and bytes that are
/// not UTF-8 become `\xNN` or `\u{N}`.
enum DisplayName {
  /// The text that stands for `bytes`.
  static func text(of bytes: some Collection<UInt8>) -> String {
    if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(decoding: bytes, as: UTF8.self) }
    var text = ""
    var rest = Array(bytes)[...]
    while let first = rest.first {
      var decoder = UTF8()
      var iterator = rest.prefix(4).makeIterator()
      if case .scalarValue(let scalar) = decoder.decode(&iterator) {
        append(scalar, to: &text)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        text += "\\x" + hexadecimal(UInt32(first), digits: 2)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar.value {
    case 0..<0x20, 0x7F:
      text += "\\x" + hexadecimal(scalar.value, digits: 2)
    case 0x80..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xE0000...0xE007F:
      text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    default:
      text.unicodeScalars.append(scalar)
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

extension UTF8 {
  /// The number of bytes that encode `scalar`.
  fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0..<0x80: 1
    case 0x80..<0x800: 2
    case 0x800..<0x1_0000: 3
    default: 4
    }
  }
}
