/// Base64 (RFC 4648) in one of its alphabets, where each sequence of bytes has exactly one text.
///
/// White space, characters outside the alphabet and bits set beyond the last byte are refused. Characters are looked up in
/// a table, so the time may depend on them.
package struct Base64: Sendable {
  /// The alphabet of section 4, with `+` and `/`.
  package static let standard = Base64("+/")
  /// The alphabet of section 5 for URLs and file names, with `-` and `_`.
  package static let url = Base64("-_")

  private static let padding = UInt8(ascii: "=")

  private let alphabet: [UInt8]
  /// The value of each character, 255 for those outside the alphabet.
  private let values: [UInt8]

  private init(_ last: String) {
    alphabet = Array(
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8)
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    self.values = values
  }
}

// MARK: - Encoding

extension Base64 {
  /// The text for some bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - padded: Whether the last group is filled up with `=`.
  /// - Returns: The text in ASCII.
  package func encoded(_ bytes: RawSpan, padded: Bool) -> [UInt8] {
    let size = Self.size(ofTextFor: bytes.byteCount, padded: padded)
    // because all of the room is written
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { room, count in
      unsafe write(bytes, to: UnsafeMutableRawBufferPointer(room), padded: padded)
      count = size
    }
  }

  /// The text for some bytes.
  package func encode(_ bytes: [UInt8], padded: Bool) -> String {
    String(decoding: encoded(bytes.rawSpan, padded: padded), as: UTF8.self)
  }

  /// The text with padding for a secret.
  package func encodeSecret(_ bytes: RawSpan) -> SecretBytes {
    SecretBytes(count: Self.size(ofTextFor: bytes.byteCount, padded: true)) { text in
      // because the text has that size
      unsafe text.withUnsafeMutableBytes { unsafe write(bytes, to: $0, padded: true) }
    }
  }

  private static func size(ofTextFor count: Int, padded: Bool) -> Int {
    padded ? (count + 2) / 3 * 4 : (count * 4 + 2) / 3
  }

  /// Writes the text to room for exactly that.
  private func write(_ bytes: RawSpan, to room: UnsafeMutableRawBufferPointer, padded: Bool) {
    // because groups of three bytes lie within the bytes, and the room has four characters for each
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe alphabet.withUnsafeBufferPointer { alphabet in
        var (read, written) = (0, 0)
        while read + 3 <= bytes.count {
          let (first, second) = unsafe (Int(bytes[read]), Int(bytes[read + 1]))
          let group = unsafe first << 16 | second << 8 | Int(bytes[read + 2])
          unsafe room[written] = alphabet[group >> 18]
          unsafe room[written + 1] = alphabet[group >> 12 & 63]
          unsafe room[written + 2] = alphabet[group >> 6 & 63]
          unsafe room[written + 3] = alphabet[group & 63]
          (read, written) = (read + 3, written + 4)
        }
        let rest = bytes.count - read
        guard rest > 0 else { return }
        let group = unsafe Int(bytes[read]) << 16 | (rest == 2 ? Int(bytes[read + 1]) << 8 : 0)
        unsafe room[written] = alphabet[group >> 18]
        unsafe room[written + 1] = alphabet[group >> 12 & 63]
        if rest == 2 { unsafe room[written + 2] = alphabet[group >> 6 & 63] }
        if padded { for index in rest..<3 { unsafe room[written + index + 1] = Self.padding } }
      }
    }
  }
}

// MARK: - Decoding

extension Base64 {
  /// The bytes that a text stands for.
  ///
  /// - Parameters:
  ///   - text: The text in ASCII.
  ///   - padded: Whether the last group has to be filled up with `=`, or must not be.
  ///   - ignoringSpareBits: Whether bits beyond the last byte may be set.
  /// - Returns: The bytes, or `nil` when this is not the one text for them.
  package func decode(_ text: RawSpan, padded: Bool, ignoringSpareBits: Bool = false) -> [UInt8]? {
    guard let size = Self.size(ofBytesIn: text, padded: padded) else { return nil }
    var isValid = false
    // because all of the room is written, unless the bytes are thrown away
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { room, count in
      isValid = unsafe read(text, to: UnsafeMutableRawBufferPointer(room), size, ignoringSpareBits)
      count = isValid ? size : 0
    }
    return isValid ? bytes : nil
  }

  /// The bytes that a text stands for; `nil` when it is not the one text for them.
  package func decode(_ text: some StringProtocol, padded: Bool) -> [UInt8]? {
    decode(Array(text.utf8).rawSpan, padded: padded)
  }

  /// The secret that a text with padding stands for; `nil` when it is not the one text for it.
  package func decodeSecret(_ text: RawSpan) -> SecretBytes? {
    guard let size = Self.size(ofBytesIn: text, padded: true) else { return nil }
    var isValid = false
    let secret = SecretBytes(count: size) { bytes in
      // because the bytes have that size
      unsafe bytes.withUnsafeMutableBytes { isValid = unsafe read(text, to: $0, size, false) }
    }
    guard isValid else { return nil }
    return secret
  }

  /// The place of the first character outside the alphabet, or of the last one when all are inside.
  func placeOfRefusal(_ text: Span<UInt8>) -> Int {
    for index in 0..<text.count where values[Int(text[index])] >= 64 { return index }
    return text.count % 4 == 1 ? text.count : text.count - 1
  }

  /// The number of bytes that a text stands for, from its length and padding alone.
  private static func size(ofBytesIn text: RawSpan, padded: Bool) -> Int? {
    var count = text.byteCount
    if padded {
      guard count.isMultiple(of: 4) else { return nil }
      // because the text has four characters at least
      if count > 0, unsafe text.unsafeLoad(fromByteOffset: count - 1, as: UInt8.self) == padding {
        count -= unsafe text.unsafeLoad(fromByteOffset: count - 2, as: UInt8.self) == padding ? 2 : 1
      }
    }
    return count % 4 == 1 ? nil : count / 4 * 3 + max(0, count % 4 - 1)
  }

  /// Writes the `size` bytes of a text to room for them; gives whether it is the one text for them.
  private func read(
    _ text: RawSpan, to room: UnsafeMutableRawBufferPointer, _ size: Int, _ ignoringSpareBits: Bool
  ) -> Bool {
    // because groups of four characters lie within the text, as its length gave the size
    unsafe text.withUnsafeBytes { text in
      unsafe values.withUnsafeBufferPointer { values in
        var (seen, read, written) = (UInt8(0), 0, 0)
        while written + 3 <= size {
          let (first, second) = unsafe (values[Int(text[read])], values[Int(text[read + 1])])
          let (third, fourth) = unsafe (values[Int(text[read + 2])], values[Int(text[read + 3])])
          seen |= first | second | third | fourth
          unsafe room[written] = first << 2 | second >> 4
          unsafe room[written + 1] = second << 4 | third >> 2
          unsafe room[written + 2] = third << 6 | fourth
          (read, written) = (read + 4, written + 3)
        }
        guard written < size else { return seen < 64 }
        let (first, second) = unsafe (values[Int(text[read])], values[Int(text[read + 1])])
        let third = unsafe size - written == 2 ? values[Int(text[read + 2])] : 0
        unsafe room[written] = first << 2 | second >> 4
        if size - written == 2 { unsafe room[written + 1] = second << 4 | third >> 2 }
        let spare = size - written == 2 ? third & 0x03 : second & 0x0F
        return seen | first | second | third < 64 && (spare == 0 || ignoringSpareBits)
      }
    }
  }
}
