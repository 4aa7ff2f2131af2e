/// Bytes from hexadecimal digits; spaces are left out, and anything else ends the test.
func hex(_ text: String) -> [UInt8] {
  let digits = text.filter { !$0.isWhitespace }
  precondition(digits.count.isMultiple(of: 2))
  return stride(from: 0, to: digits.count, by: 2).map { offset in
    let start = digits.index(digits.startIndex, offsetBy: offset)
    guard let byte = UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16) else {
      preconditionFailure("not a hexadecimal digit")
    }
    return byte
  }
}
