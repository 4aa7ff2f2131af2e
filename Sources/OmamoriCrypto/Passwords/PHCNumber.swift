/// The decimal numbers of PHC strings: no sign, no leading zero, at most 32 bits.
enum PHCNumber {
  /// Reads a number; `nil` when it is none or has a second spelling.
  static func read(_ digits: some Collection<UInt8>) -> UInt32? {
    guard (1...10).contains(digits.count), digits.count == 1 || digits.first != UInt8(ascii: "0") else {
      return nil
    }
    var number: UInt64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + UInt64(digit - UInt8(ascii: "0"))
    }
    return UInt32(exactly: number)
  }
}
