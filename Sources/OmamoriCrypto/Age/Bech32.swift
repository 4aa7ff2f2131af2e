package import OmamoriCore

/// Keys as text with a prefix and a checksum: Bech32 of BIP-173 without its limit of 90 characters.
///
/// The text is all lower or all upper case; the checksum is that of the lower case. Both directions keep the key in
/// ``SecretBytes``, so no copy of it is left behind. The decoder looks characters up in a table, so its time may
/// depend on them: it is for key files that a person holds, not for a service that others can measure.
package enum Bech32 {
  /// What a text stands for.
  package struct Content: ~Copyable {
    /// The part before the separator, in lower case.
    package let prefix: String
    /// Whether the text was in upper case.
    package let isUppercase: Bool
    /// The bytes of the key.
    package let bytes: SecretBytes
  }

  /// The most characters of a text, enough for the longest recipient that age knows.
  static let maximumLength = 4096

  /// The text for some bytes.
  ///
  /// - Parameters:
  ///   - bytes: The key.
  ///   - prefix: The part before the separator, in lower case.
  ///   - uppercase: Whether the text is in upper case.
  /// - Returns: The text in ASCII.
  package static func encode(_ bytes: RawSpan, prefix: String, uppercase: Bool = false) -> SecretBytes {
    let bytes = unsafe bytes._unsafeView(as: UInt8.self)  // because every pattern of bits is a UInt8
    let characters = Array(prefix.utf8)
    let dataLength = (bytes.count * 8 + 4) / 5
    return SecretBytes(count: characters.count + 1 + dataLength + 6) { text in
      var output = unsafe text._unsafeMutableView(as: UInt8.self)
      var (checksum, length) = (Checksum(prefix: characters), 0)
      func put(_ character: UInt8, into output: inout MutableSpan<UInt8>) {
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
        output[length] = uppercase && isLetter ? character & 0xDF : character
        length += 1
      }
      for character in characters { put(character, into: &output) }
      put(separator, into: &output)
      var (pending, pendingBits): (UInt32, UInt32) = (0, 0)
      for index in 0..<bytes.count {
        pending = pending << 8 | UInt32(bytes[index])
        pendingBits += 8
        while pendingBits >= 5 {
          pendingBits -= 5
          let value = UInt8(pending >> pendingBits & 31)
          checksum.add(value)
          put(alphabet[Int(value)], into: &output)
        }
      }
      if pendingBits > 0 {
        let value = UInt8(pending << (5 - pendingBits) & 31)
        checksum.add(value)
        put(alphabet[Int(value)], into: &output)
      }
      for value in checksum.characters { put(alphabet[Int(value)], into: &output) }
    }
  }

  /// The bytes that a text stands for.
  ///
  /// - Parameters:
  ///   - text: The text in ASCII, with nothing around it.
  ///   - format: What the text is, for the error.
  /// - Returns: The prefix and the key.
  /// - Throws: `CryptoError.malformed(_:offset:)`.
  package static func decode(_ text: RawSpan, as format: CryptoFormat) throws(CryptoError) -> Content {
    let text = unsafe text._unsafeView(as: UInt8.self)  // because every pattern of bits is a UInt8
    guard text.count <= maximumLength else { throw .malformed(format, offset: maximumLength) }
    let (split, isUppercase) = try shape(of: text, as: format)
    let prefix = (0..<split).map { lowercase(text[$0]) }
    var checksum = Checksum(prefix: prefix)
    for index in (split + 1)..<text.count { checksum.add(values[Int(lowercase(text[index]))]) }
    guard checksum.isRight else { throw .malformed(format, offset: nil) }

    let dataLength = text.count - split - 7
    let spareBits = dataLength * 5 % 8
    guard spareBits < 5 else { throw .malformed(format, offset: split + dataLength) }
    var (pending, pendingBits): (UInt32, UInt32) = (0, 0)
    let bytes = SecretBytes(count: dataLength * 5 / 8) { bytes in
      var output = unsafe bytes._unsafeMutableView(as: UInt8.self)
      var length = 0
      for index in (split + 1)..<(split + 1 + dataLength) {
        pending = (pending & 0xFF) << 5 | UInt32(values[Int(lowercase(text[index]))])
        pendingBits += 5
        guard pendingBits >= 8 else { continue }
        pendingBits -= 8
        output[length] = UInt8(truncatingIfNeeded: pending >> pendingBits)
        length += 1
      }
    }
    guard pending & (1 << pendingBits - 1) == 0 else { throw .malformed(format, offset: split + dataLength) }
    return Content(prefix: String(decoding: prefix, as: UTF8.self), isUppercase: isUppercase, bytes: bytes)
  }

  /// The place of the separator and the case of a text whose characters are all allowed.
  private static func shape(
    of text: Span<UInt8>,
    as format: CryptoFormat
  ) throws(CryptoError) -> (split: Int, isUppercase: Bool) {
    var (split, hasLower, hasUpper): (Int?, Bool, Bool) = (nil, false, false)
    for index in 0..<text.count {
      switch text[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): hasLower = true
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): hasUpper = true
      case separator: split = index
      case 33...126: break
      default: throw .malformed(format, offset: index)
      }
      if hasLower && hasUpper { throw .malformed(format, offset: index) }
    }
    guard let split, split >= 1, text.count - split >= 7 else { throw .malformed(format, offset: nil) }
    for index in (split + 1)..<text.count where values[Int(lowercase(text[index]))] > 31 {
      throw .malformed(format, offset: index)
    }
    return (split, hasUpper)
  }

  private static func lowercase(_ character: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(character) ? character | 0x20 : character
  }

  private static let separator = UInt8(ascii: "1")
  private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

  /// The value of each character in lower case, 255 for those outside the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// The checksum over a prefix and what follows it.
  private struct Checksum {
    private var state: UInt32 = 1

    init(prefix: [UInt8]) {
      for character in prefix { add(character >> 5) }
      add(0)
      for character in prefix { add(character & 31) }
    }

    mutating func add(_ value: UInt8) {
      let top = state >> 25
      state = (state & 0x01FF_FFFF) << 5 ^ UInt32(value)
      for (bit, generator) in Self.generators.enumerated() { state ^= generator & (0 &- (top >> bit & 1)) }
    }

    /// Whether what was added ended with its own checksum.
    var isRight: Bool { state == 1 }

    /// The six values to write after what was added.
    var characters: [UInt8] {
      var copy = self
      for _ in 0..<6 { copy.add(0) }
      let checksum = copy.state ^ 1
      return (0..<6).map { UInt8(checksum >> (5 * (5 - UInt32($0))) & 31) }
    }

    private static let generators: [UInt32] = [
      0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3,
    ]
  }
}
