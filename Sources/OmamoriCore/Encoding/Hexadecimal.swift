/// Bytes as hexadecimal digits, for descriptions of what is not secret.
package enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Two lower-case digits for each byte.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
