import OmamoriCore

/// Reads the texts of numbers and dates in XML property lists.
enum PropertyListScalar {
  /// An integer: decimal or `0x` hexadecimal with an optional sign, spaces around it allowed.
  static func integer(_ text: String) -> Int128? {
    var digits = trimmed(text)
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    var radix: Int128 = 10
    if digits.starts(with: Array("0x".utf8)) || digits.starts(with: Array("0X".utf8)) {
      (digits, radix) = (digits.dropFirst(2), 16)
    }
    guard !digits.isEmpty else { return nil }
    var result: Int128 = 0
    for byte in digits {
      guard let digit = ASCII.hexadecimal(byte), Int128(digit) < radix else { return nil }
      let (product, overflow) = result.multipliedReportingOverflow(by: radix)
      let (sum, carry) = product.addingReportingOverflow(Int128(digit))
      guard !overflow, !carry else { return nil }
      result = sum
    }
    return isNegative ? -result : result
  }

  /// A floating-point number; `nan`, `inf` and `infinity` with a sign are numbers too.
  static func real(_ text: String) -> Double? {
    Double(String(decoding: trimmed(text), as: UTF8.self))
  }

  /// A moment written as `2025-01-31T23:59:59Z`.
  static func date(_ text: String) -> Date? {
    let bytes = Array(trimmed(text))
    let shape = Array("0000-00-00T00:00:00Z".utf8)
    guard bytes.count == shape.count else { return nil }
    for (byte, form) in zip(bytes, shape) {
      let isDigit = ASCII.digit(byte) != nil
      guard form == UInt8(ascii: "0") ? isDigit : byte == form else { return nil }
    }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard let day = GregorianDay(year: number(0..<4), month: number(5..<7), day: number(8..<10)), hour < 24,
      minute < 60, second < 60
    else { return nil }
    return Date(timeIntervalSince1970: Double(day.number * 86_400 + hour * 3_600 + minute * 60 + second))
  }

  private static func trimmed(_ text: String) -> ArraySlice<UInt8> {
    let bytes = Array(text.utf8)
    guard let first = bytes.firstIndex(where: { !ASCII.isSpace($0) }),
      let last = bytes.lastIndex(where: { !ASCII.isSpace($0) })
    else { return [] }
    return bytes[first...last]
  }
}
