import OmamoriCore

/// Writes the few elements of DER that certificates and receipts of tests are made of.
enum DERText {
  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    if count < 0x80 { return [tag, UInt8(count)] + content }
    if count < 0x100 { return [tag, 0x81, UInt8(count)] + content }
    return [tag, 0x82, UInt8(count >> 8), UInt8(count & 0xFF)] + content
  }

  static func sequence(_ elements: [UInt8]...) -> [UInt8] { element(0x30, elements.flatMap(\.self)) }
  static func set(_ elements: [UInt8]...) -> [UInt8] { element(0x31, elements.flatMap(\.self)) }
  static func octets(_ content: [UInt8]) -> [UInt8] { element(0x04, content) }
  static func bits(_ content: [UInt8]) -> [UInt8] { element(0x03, [0] + content) }
  static func integer(_ number: Int) -> [UInt8] {
    element(0x02, number < 128 ? [UInt8(number)] : [0, UInt8(number)])
  }
  static func context(_ number: UInt8, _ content: [UInt8]) -> [UInt8] { element(0xA0 | number, content) }
  static func text(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }
  static let yes: [UInt8] = [0x01, 0x01, 0xFF]

  static func name(_ dotted: String) -> [UInt8] {
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

  static func time(_ date: Date) -> [UInt8] {
    let digits = date.formatted(.iso8601).filter { $0.isNumber }
    return element(0x18, Array((digits + "Z").utf8))
  }
}
