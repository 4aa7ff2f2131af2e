/// Base64 with the alphabet for URLs and file names (RFC 4648 §5), without padding.
///
/// Each sequence of bytes has exactly one text that decodes to it: padding, white space, the characters `+` and `/`,
/// and bits set beyond the last byte are refused. The decoder looks characters up in a table, so its time may depend
/// on them: do not use it for secret keys where others can measure. Safe to use from any thread.
public enum Base64URL {
  /// The text for some bytes.
  public static func encode(_ bytes: Span<UInt8>) -> String {
    let alphabet = self.alphabet
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count * 4 + 2) / 3)
    var index = 0
    while index + 3 <= bytes.count {
      let group = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
      output.append(alphabet[group >> 18])
      output.append(alphabet[group >> 12 & 63])
      output.append(alphabet[group >> 6 & 63])
      output.append(alphabet[group & 63])
      index += 3
    }
    switch bytes.count - index {
    case 1:
      let group = Int(bytes[index])
      output.append(alphabet[group >> 2])
      output.append(alphabet[group << 4 & 63])
    case 2:
      let group = Int(bytes[index]) << 8 | Int(bytes[index + 1])
      output.append(alphabet[group >> 10])
      output.append(alphabet[group >> 4 & 63])
      output.append(alphabet[group << 2 & 63])
    default: break
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The text for some bytes.
  public static func encode(_ bytes: [UInt8]) -> String { encode(bytes.byteSpan) }

  /// The text for some data.
  public static func encode(_ data: Data) -> String { encode(data.span) }

  /// The bytes that a text stands for.
  ///
  /// - Parameter text: The text in UTF-8.
  /// - Returns: The bytes, three for each four characters.
  /// - Throws: ``CoreError/invalidBase64URL(offset:)`` with the place of the first character that is not allowed.
  public static func decode(_ text: Span<UInt8>) throws(CoreError) -> [UInt8] {
    let whole = text.count / 4
    // because each group of four characters is read within the text and gives three bytes of the room
    var (output, isRefused): ([UInt8], Bool) = ([], false)
    unsafe output = [UInt8](unsafeUninitializedCapacity: whole * 3 + 2) { room, count in
      unsafe text.withUnsafeBufferPointer { text in
        unsafe values.withUnsafeBufferPointer { values in
          var seen: UInt8 = 0
          for group in 0..<whole {
            let first = unsafe values[Int(text[4 * group])]
            let second = unsafe values[Int(text[4 * group + 1])]
            let third = unsafe values[Int(text[4 * group + 2])]
            let fourth = unsafe values[Int(text[4 * group + 3])]
            seen |= first | second | third | fourth
            unsafe room[3 * group] = first << 2 | second >> 4
            unsafe room[3 * group + 1] = second << 4 | third >> 2
            unsafe room[3 * group + 2] = third << 6 | fourth
          }
          isRefused = seen >= 64
        }
      }
      count = whole * 3
    }
    guard !isRefused else { throw refusal(text) }
    let index = whole * 4
    guard index < text.count else { return output }
    try decodeRest(text, from: index, into: &output)
    return output
  }

  /// The bytes that a text stands for.
  ///
  /// - Parameter text: The text.
  /// - Returns: The bytes, three for each four characters.
  /// - Throws: ``CoreError/invalidBase64URL(offset:)`` with the place of the first character that is not allowed.
  public static func decode(_ text: some StringProtocol) throws(CoreError) -> [UInt8] {
    try decode(Array(text.utf8).byteSpan)
  }

  /// Decodes the last one, two or three characters.
  private static func decodeRest(
    _ text: Span<UInt8>,
    from start: Int,
    into output: inout [UInt8]
  ) throws(CoreError) {
    for index in start..<text.count where values[Int(text[index])] >= 64 {
      throw .invalidBase64URL(offset: index)
    }
    let rest = text.count - start
    guard rest > 1 else { throw .invalidBase64URL(offset: text.count) }
    let first = values[Int(text[start])]
    let second = values[Int(text[start + 1])]
    output.append(first << 2 | second >> 4)
    let spare: UInt8
    if rest == 3 {
      let third = values[Int(text[start + 2])]
      output.append(second << 4 | third >> 2)
      spare = third & 0x03
    } else {
      spare = second & 0x0F
    }
    guard spare == 0 else { throw .invalidBase64URL(offset: text.count - 1) }
  }

  /// The error for the first character that is not in the alphabet.
  private static func refusal(_ text: Span<UInt8>) -> CoreError {
    var index = 0
    while index + 1 < text.count, values[Int(text[index])] < 64 { index += 1 }
    return .invalidBase64URL(offset: index)
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The value of each character, 255 for those outside the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()
}
