extension JSONReader {
  /// Reads the string whose opening quotation mark is the next byte.
  @_lifetime(self: copy self)
  mutating func string() throws(JSONFault) -> String {
    at += 1
    let start = at
    try skipPlain()
    if bytes[at] == UInt8(ascii: "\"") {
      at += 1
      return text(start..<(at - 1))
    }
    return try escapedString(from: start)
  }

  /// The characters of `range`, which was checked to be UTF-8.
  func text(_ range: Range<Int>) -> String {
    // because the buffer is read before the closure returns and the range lies within the span
    unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Reads on from the first escape of a string that began at `start`.
  @_lifetime(self: copy self)
  private mutating func escapedString(from start: Int) throws(JSONFault) -> String {
    var characters: [UInt8] = []
    var plain = start
    while true {
      for index in plain..<at { characters.append(bytes[index]) }
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: characters, as: UTF8.self) }
      try escape(into: &characters)
      plain = at
      try skipPlain()
    }
  }

  /// Steps to the next quotation mark or backslash, checking what lies between.
  @_lifetime(self: copy self)
  private mutating func skipPlain() throws(JSONFault) {
    skipPlainWords()
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return
      case 0x20..<0x80: at += 1
      case 0x00..<0x20: throw JSONFault(.controlCharacter, at: at)
      default:
        let length = UTF8Sequence.length(in: bytes, at: at)
        guard length > 0 else { throw JSONFault(.invalidUTF8, at: at) }
        at += length
      }
    }
    throw JSONFault(.unexpectedEnd, at: at)
  }

  /// Steps over eight bytes at a time as long as all of them are plain ASCII.
  @_lifetime(self: copy self)
  private mutating func skipPlainWords() {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    while at + 8 <= bytes.count {
      // because UInt8 has no padding, and eight bytes are left where they are read
      let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self)
      let (quote, backslash) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
      // The highest bit of some byte is set when there is a control character, a quotation mark or a backslash.
      let ends =
        (word &- ones &* 0x20) & ~word | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | word
      guard ends & tops == 0 else { return }
      at += 8
    }
  }

  /// Reads an escape after its backslash.
  @_lifetime(self: copy self)
  private mutating func escape(into characters: inout [UInt8]) throws(JSONFault) {
    let backslash = at - 1
    guard at < bytes.count else { throw JSONFault(.unexpectedEnd, at: at) }
    let letter = bytes[at]
    at += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): characters.append(letter)
    case UInt8(ascii: "b"): characters.append(0x08)
    case UInt8(ascii: "f"): characters.append(0x0C)
    case UInt8(ascii: "n"): characters.append(0x0A)
    case UInt8(ascii: "r"): characters.append(0x0D)
    case UInt8(ascii: "t"): characters.append(0x09)
    case UInt8(ascii: "u"):
      let scalar = try scalar(backslash)
      characters.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default: throw JSONFault(.invalidEscape, at: backslash)
    }
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair.
  @_lifetime(self: copy self)
  private mutating func scalar(_ backslash: Int) throws(JSONFault) -> Unicode.Scalar {
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"),
      bytes[at + 1] == UInt8(ascii: "u")
    else { throw JSONFault(.loneSurrogate, at: backslash) }
    at += 2
    let second = try codeUnit()
    guard 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(0x10000 + (UInt32(first - 0xD800) << 10) + UInt32(second - 0xDC00))
    else { throw JSONFault(.loneSurrogate, at: backslash) }
    return scalar
  }

  @_lifetime(self: copy self)
  private mutating func codeUnit() throws(JSONFault) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard at < bytes.count else { throw JSONFault(.unexpectedEnd, at: at) }
      let byte = bytes[at]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw JSONFault(.invalidEscape, at: at)
      }
      unit = unit << 4 | UInt16(digit)
      at += 1
    }
    return unit
  }
}
