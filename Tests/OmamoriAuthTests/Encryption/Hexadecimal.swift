import Testing

/// The bytes that hexadecimal digits stand for.
func hexadecimal(_ digits: some StringProtocol) throws -> [UInt8] {
  let digits = Array(digits.utf8)
  try #require(digits.count.isMultiple(of: 2))
  return try stride(from: 0, to: digits.count, by: 2).map {
    try #require(UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16))
  }
}
