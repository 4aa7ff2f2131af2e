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
