package import Foundation

/// Writes the few elements of DER that certificates and receipts of tests are made of.
package enum DERText {
  package static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    if count < 0x80 { return [tag, UInt8(count)] + content }
    let digits = bigEndian(count)
    return [tag, 0x80 | UInt8(digits.count)] + digits + content
  }

  /// The bytes of a number below 2^32, without zeros before it.
  private static func bigEndian(_ number: Int) -> [UInt8] {
    let bytes: [UInt8] = [24, 16, 8, 0].map { (shift: Int) -> UInt8 in
      UInt8(truncatingIfNeeded: number >> shift)
    }
    return Array(bytes.drop { $0 == 0 })
  }

  package static func sequence(_ elements: [UInt8]...) -> [UInt8] { element(0x30, elements.flatMap(\.self)) }
  package static func set(_ elements: [UInt8]...) -> [UInt8] { element(0x31, elements.flatMap(\.self)) }
  package static func octets(_ content: [UInt8]) -> [UInt8] { element(0x04, content) }
  package static func bits(_ content: [UInt8]) -> [UInt8] { element(0x03, [0] + content) }
  package static func context(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    element(0xA0 | number, content)
  }
  package static func text(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }
  package static func ascii(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }

  package static let yes: [UInt8] = [0x01, 0x01, 0xFF]

  package static func integer(_ number: Int) -> [UInt8] {
    let digits = bigEndian(number)
    guard let first = digits.first else { return element(0x02, [0]) }
    return element(0x02, first < 0x80 ? digits : [0] + digits)
  }

  package static func name(_ dotted: String) -> [UInt8] {
    let numbers = dotted.split(separator: ".").compactMap { Int($0) }
    var content = [UInt8(numbers[0] * 40 + numbers[1])]
    for number in numbers.dropFirst(2) {
      var groups = [UInt8(number & 0x7F)]
      var rest = number >> 7
      while rest > 0 {
        groups.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
        rest >>= 7
      }
      content += groups
    }
    return element(0x06, content)
  }

  package static func time(_ date: Date) -> [UInt8] {
    element(0x18, Array((date.formatted(.iso8601).filter(\.isNumber) + "Z").utf8))
  }
}
