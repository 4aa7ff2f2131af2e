import OmamoriCore

/// Base64 with the usual alphabet (RFC 4648 §4) and exactly one text for each sequence of bytes.
///
/// age's headers have no padding, its armor has; white space and bits set beyond the last byte are refused in both.
enum StandardBase64 {
  /// Appends the text for some bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - output: Where the text goes, in ASCII.
  ///   - padded: Whether the last group is filled up with `=`.
  static func encode(_ bytes: Span<UInt8>, into output: inout [UInt8], padded: Bool) {
    let alphabet = self.alphabet
    var index = 0
    while index + 3 <= bytes.count {
      let group = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
      output.append(alphabet[group >> 18])
      output.append(alphabet[group >> 12 & 63])
      output.append(alphabet[group >> 6 & 63])
      output.append(alphabet[group & 63])
      index += 3
    }
    let rest = bytes.count - index
    guard rest > 0 else { return }
    let group = Int(bytes[index]) << 16 | (rest == 2 ? Int(bytes[index + 1]) << 8 : 0)
    output.append(alphabet[group >> 18])
    output.append(alphabet[group >> 12 & 63])
    if rest == 2 { output.append(alphabet[group >> 6 & 63]) }
    if padded { for _ in rest..<3 { output.append(padding) } }
  }

  /// The text for some bytes, without padding.
  static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    encode(bytes.byteSpan, into: &output, padded: false)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends the bytes that a text stands for.
  ///
  /// - Parameters:
  ///   - text: The text in ASCII.
  ///   - output: Where the bytes go; after a refusal there may be some of them.
  ///   - padded: Whether the last group has to be filled up with `=`, or must not be.
  /// - Returns: Whether this is the one text that stands for those bytes.
  static func decode(_ text: Span<UInt8>, into output: inout [UInt8], padded: Bool) -> Bool {
    var count = text.count
    if padded {
      guard count.isMultiple(of: 4) else { return false }
      if count > 0, text[count - 1] == padding { count -= text[count - 2] == padding ? 2 : 1 }
    }
    let values = self.values
    var index = 0
    while index + 4 <= count {
      let (first, second) = (values[Int(text[index])], values[Int(text[index + 1])])
      let (third, fourth) = (values[Int(text[index + 2])], values[Int(text[index + 3])])
      guard (first | second | third | fourth) < 64 else { return false }
      output.append(first << 2 | second >> 4)
      output.append(second << 4 | third >> 2)
      output.append(third << 6 | fourth)
      index += 4
    }
    let rest = count - index
    guard rest > 0 else { return true }
    guard rest > 1 else { return false }
    let (first, second) = (values[Int(text[index])], values[Int(text[index + 1])])
    let third = rest == 3 ? values[Int(text[index + 2])] : 0
    let spare = rest == 3 ? third & 0x03 : second & 0x0F
    guard (first | second | third) < 64, spare == 0 else { return false }
    output.append(first << 2 | second >> 4)
    if rest == 3 { output.append(second << 4 | third >> 2) }
    return true
  }

  /// The bytes that a text without padding stands for; `nil` when it is not the one text for them.
  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var output: [UInt8] = []
    return decode(Array(text.utf8).byteSpan, into: &output, padded: false) ? output : nil
  }

  private static let padding = UInt8(ascii: "=")
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each character, 255 for those outside the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()
}
