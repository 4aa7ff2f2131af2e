/// The recursive descent behind ``StrictJSON``; its recursion is bounded by 256.
struct JSONReader: ~Escapable {
  let bytes: Span<UInt8>
  let limits: JSONLimits
  let depth: Int
  /// The next byte to read.
  var at = 0
  private var values = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, limits: JSONLimits) {
    (self.bytes, self.limits) = (bytes, limits)
    depth = min(limits.depth, JSONLimits.greatestDepth)
  }

  @_lifetime(self: copy self)
  mutating func document() throws(JSONFault) -> JSONValue {
    guard bytes.count <= limits.size else { throw JSONFault(.tooLarge(limit: limits.size), at: limits.size) }
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      throw JSONFault(.byteOrderMark, at: 0)
    }
    skipSpace()
    let result = try value(inside: 0)
    skipSpace()
    guard at == bytes.count else { throw JSONFault(.trailingContent, at: at) }
    return result
  }

  @_lifetime(self: copy self)
  private mutating func value(inside level: Int) throws(JSONFault) -> JSONValue {
    values += 1
    guard values <= limits.values else { throw JSONFault(.tooManyValues(limit: limits.values), at: at) }
    switch try peek() {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object(inside: level))
    case UInt8(ascii: "["): return .array(try array(inside: level))
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw JSONFault(.unexpectedCharacter, at: at)
    }
  }

  @_lifetime(self: copy self)
  private mutating func array(inside level: Int) throws(JSONFault) -> [JSONValue] {
    guard try opens(inside: level, closing: UInt8(ascii: "]")) else { return [] }
    var elements: [JSONValue] = []
    repeat {
      skipSpace()
      elements.append(try value(inside: level + 1))
    } while try continues(closing: UInt8(ascii: "]"))
    return elements
  }

  @_lifetime(self: copy self)
  private mutating func object(inside level: Int) throws(JSONFault) -> JSONObject {
    var (object, marks) = (JSONObject(), JSONNameMarks())
    guard try opens(inside: level, closing: UInt8(ascii: "}")) else { return object }
    repeat {
      skipSpace()
      let start = at
      guard try peek() == UInt8(ascii: "\"") else { throw JSONFault(.unexpectedCharacter, at: at) }
      let name = try string()
      if marks.mayRepeat(bytes.extracting((start + 1)..<(at - 1))), object.contains(name) {
        throw JSONFault(.duplicateName, at: start)
      }
      skipSpace()
      guard try peek() == UInt8(ascii: ":") else { throw JSONFault(.unexpectedCharacter, at: at) }
      at += 1
      skipSpace()
      object.append(unique: name, try value(inside: level + 1))
    } while try continues(closing: UInt8(ascii: "}"))
    return object
  }

  /// Steps into a container and says whether it has anything in it.
  @_lifetime(self: copy self)
  private mutating func opens(inside level: Int, closing: UInt8) throws(JSONFault) -> Bool {
    guard level < depth else { throw JSONFault(.tooDeep(limit: depth), at: at) }
    at += 1
    skipSpace()
    guard try peek() == closing else { return true }
    at += 1
    return false
  }

  /// Steps over the comma or the closing bracket after an element and says whether it was a comma.
  @_lifetime(self: copy self)
  private mutating func continues(closing: UInt8) throws(JSONFault) -> Bool {
    skipSpace()
    let byte = try peek()
    guard byte == UInt8(ascii: ",") || byte == closing else { throw JSONFault(.unexpectedCharacter, at: at) }
    at += 1
    return byte != closing
  }

  @_lifetime(self: copy self)
  private mutating func number() throws(JSONFault) -> JSONNumber {
    let start = at
    switch JSONNumberGrammar.scan(bytes, from: start) {
    case .valid(let end):
      guard end - start <= limits.numberLength else {
        throw JSONFault(.numberTooLong(limit: limits.numberLength), at: start)
      }
      at = end
      return JSONNumber(validated: text(start..<end))
    case .invalid(let place):
      throw JSONFault(place < bytes.count ? .invalidNumber : .unexpectedEnd, at: place)
    }
  }

  @_lifetime(self: copy self)
  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard at < bytes.count else { throw JSONFault(.unexpectedEnd, at: at) }
      // because the loop stays within the literal's own length
      let expected = unsafe word.utf8Start[index]
      guard bytes[at] == expected else { throw JSONFault(.unexpectedCharacter, at: at) }
      at += 1
    }
    return value
  }

  private func peek() throws(JSONFault) -> UInt8 {
    guard at < bytes.count else { throw JSONFault(.unexpectedEnd, at: at) }
    return bytes[at]
  }

  @_lifetime(self: copy self)
  private mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): at += 1
      default: return
      }
    }
  }
}

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

/// The grammar of numbers in RFC 8259 §6: `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`.
enum JSONNumberGrammar {
  /// Finds where the number that begins at `start` ends.
  ///
  /// Returns the offset after the number, or the offset of the first byte that cannot be part of one as `invalid`.
  static func scan(_ bytes: Span<UInt8>, from start: Int) -> Extent {
    var at = start
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") { at += 1 }
    guard at < bytes.count, isDigit(bytes[at]) else { return .invalid(at: at) }
    if bytes[at] == UInt8(ascii: "0") {
      at += 1
      if at < bytes.count, isDigit(bytes[at]) { return .invalid(at: at) }
    } else {
      at = digits(bytes, from: at)
    }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      guard at < bytes.count, isDigit(bytes[at]) else { return .invalid(at: at) }
      at = digits(bytes, from: at)
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      guard at < bytes.count, isDigit(bytes[at]) else { return .invalid(at: at) }
      at = digits(bytes, from: at)
    }
    return .valid(end: at)
  }

  /// Says whether all of `bytes` is one number.
  static func matches(_ bytes: Span<UInt8>) -> Bool {
    guard case .valid(let end) = scan(bytes, from: 0) else { return false }
    return end == bytes.count
  }

  private static func digits(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var at = start
    while at < bytes.count, isDigit(bytes[at]) { at += 1 }
    return at
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// What `scan` found.
  enum Extent {
    case valid(end: Int)
    case invalid(at: Int)
  }
}

/// Tells names that are certainly new in an object from those that have to be looked for.
///
/// Names of ASCII without escapes are the same only if their bytes are. Each leaves one of 64 marks, and one that finds
/// its mark free is new; after any other name nothing is certain.
struct JSONNameMarks {
  private var marks: UInt64 = 0
  private var isCertain = true

  /// Whether a name, as it stands in the document, may be one of those before; it counts as one from now on.
  mutating func mayRepeat(_ name: Span<UInt8>) -> Bool {
    var sum: UInt64 = 0
    for index in name.indices {
      let byte = name[index]
      if byte >= 0x80 || byte == UInt8(ascii: "\\") {
        isCertain = false
        return true
      }
      sum = (sum &+ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
    }
    let mark: UInt64 = 1 << (sum >> 58)
    defer { marks |= mark }
    return !isCertain || marks & mark != 0
  }
}
