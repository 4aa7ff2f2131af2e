import OmamoriCore

/// Base64 with padding (RFC 4648, section 4), of which each sequence of bytes has one spelling.
enum StandardText {
  static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// The bytes, or `nil` for another spelling.
  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    let text = String(text)
    guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
    return Array(data)
  }
}
