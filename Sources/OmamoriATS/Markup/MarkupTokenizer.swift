import OmamoriCore

/// Cuts UTF-8 text into the pieces of an XML 1.0 file, in one pass and without recursion.
///
/// A document type may name an external definition, which is never fetched; an internal subset is refused,
/// and so is every entity but the five of XML itself. It does not check that tags are paired: its readers do.
struct MarkupTokenizer {
  let bytes: [UInt8]
  private(set) var index = 0
  private var tracker: PositionTracker
  private var mayDeclare = true

  /// Makes a tokenizer for `bytes`, which are valid UTF-8 without NUL.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tracker = PositionTracker(bytes)
  }

  /// The position of the next byte.
  var position: TextPosition {
    mutating get { tracker.position(at: index) }
  }

  /// The next piece, or `nil` at the end.
  mutating func next() throws(PropertyListError) -> MarkupToken? {
    while index < bytes.count {
      guard bytes[index] == ASCII.less else { return try text() }
      if matches("<!--") { return try comment() }
      if matches("<![CDATA[") { return try characterData() }
      if matches("<?") {
        try instruction()
      } else if matches("<!DOCTYPE") {
        try documentType()
      } else {
        return try tag()
      }
    }
    return nil
  }

  // MARK: - Pieces

  private mutating func text() throws(PropertyListError) -> MarkupToken {
    let start = position
    let content = try characters { $0 == ASCII.less }
    return .text(content, range: TextRange(start: start, end: position))
  }

  private mutating func comment() throws(PropertyListError) -> MarkupToken {
    let start = position
    let end = try find("-->", from: index + 4)
    let content = String(decoding: bytes[(index + 4)..<end], as: UTF8.self)
    index = end + 3
    return .comment(TextComment(text: content, range: TextRange(start: start, end: position)))
  }

  private mutating func characterData() throws(PropertyListError) -> MarkupToken {
    let start = position
    let end = try find("]]>", from: index + 9)
    index += 9
    if let bad = bytes[index..<end].firstIndex(where: Self.isForbidden) { throw .invalidText(at: place(bad)) }
    let content = Self.lines(bytes[index..<end])
    index = end + 3
    return .text(content, range: TextRange(start: start, end: position))
  }

  private mutating func instruction() throws(PropertyListError) {
    let end = try find("?>", from: index + 2)
    if index == 0, matches("<?xml"), let encoding = declaredEncoding(bytes[5..<end]) {
      guard ["utf-8", "utf8", "us-ascii", "ascii", "utf-16"].contains(encoding) else {
        throw .unsupportedEncoding
      }
    }
    index = end + 2
  }

  private mutating func documentType() throws(PropertyListError) {
    guard mayDeclare else { throw expected(.documentTypeOnce) }
    mayDeclare = false
    index += 9
    var quote: UInt8?
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == ASCII.quote || byte == ASCII.apostrophe {
        quote = byte
      } else if byte == ASCII.leftBracket {
        throw .entityRefused(at: place())
      } else if byte == ASCII.greater {
        index += 1
        return
      }
      index += 1
    }
    throw .truncated(at: place())
  }

  private mutating func tag() throws(PropertyListError) -> MarkupToken {
    mayDeclare = false
    let start = position
    index += 1
    let closes = index < bytes.count && bytes[index] == ASCII.slash
    if closes { index += 1 }
    let name = try self.name()
    var attributes: [MarkupAttribute] = []
    while true {
      let hadSpace = skipSpace()
      guard index < bytes.count else { throw .truncated(at: place()) }
      switch bytes[index] {
      case ASCII.greater:
        index += 1
        let range = TextRange(start: start, end: position)
        if closes { return .end(name: name, range: range) }
        return .start(name: name, attributes: attributes, isEmpty: false, range: range)
      case ASCII.slash where !closes:
        index += 1
        try consume(ASCII.greater, .tagEnd)
        let range = TextRange(start: start, end: position)
        return .start(name: name, attributes: attributes, isEmpty: true, range: range)
      default:
        guard hadSpace, !closes, attributes.count < 1_000 else { throw expected(.tagEnd) }
        let attribute = try self.attribute()
        guard !attributes.contains(where: { $0.name == attribute.name }) else {
          throw expected(.attributeOnce)
        }
        attributes.append(attribute)
      }
    }
  }

  private mutating func attribute() throws(PropertyListError) -> MarkupAttribute {
    let start = position
    let name = try self.name()
    _ = skipSpace()
    try consume(ASCII.equals, .equalsSign)
    _ = skipSpace()
    guard index < bytes.count else { throw .truncated(at: place()) }
    let quote = bytes[index]
    guard quote == ASCII.quote || quote == ASCII.apostrophe else { throw expected(.quotedValue) }
    index += 1
    let value = try characters(isAttribute: true) { $0 == quote }
    try consume(quote, .quotedValue)
    return MarkupAttribute(name: name, value: value, range: TextRange(start: start, end: position))
  }

  private mutating func name() throws(PropertyListError) -> String {
    let start = index
    while index < bytes.count, Self.isNameByte(bytes[index], first: index == start) { index += 1 }
    guard index > start else {
      if index == bytes.count { throw .truncated(at: place()) }
      throw expected(.elementName)
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  // MARK: - Characters

  /// The text up to the first byte that `ends` accepts or the end of the file, references resolved.
  private mutating func characters(
    isAttribute: Bool = false,
    until ends: (UInt8) -> Bool
  ) throws(PropertyListError) -> String {
    var result = ""
    var run = index
    while index < bytes.count, !ends(bytes[index]) {
      let byte = bytes[index]
      if byte == ASCII.ampersand {
        result += Self.lines(bytes[run..<index])
        result.unicodeScalars.append(try reference())
        run = index
      } else if Self.isForbidden(byte) || (isAttribute && byte == ASCII.less) {
        throw .invalidText(at: place())
      } else {
        index += 1
      }
    }
    return result + Self.lines(bytes[run..<index])
  }

  /// The scalar that the reference at the next byte stands for.
  private mutating func reference() throws(PropertyListError) -> Unicode.Scalar {
    let start = index
    // The longest legal one is "&#1114111;"; a few leading zeros are tolerated.
    let window = bytes[(start + 1)..<min(bytes.count, start + 16)]
    guard let end = window.firstIndex(of: ASCII.semicolon) else { throw .entityRefused(at: place()) }
    let body = bytes[(start + 1)..<end]
    index = end + 1
    guard body.first == ASCII.number else {
      switch String(decoding: body, as: UTF8.self) {
      case "lt": return "<"
      case "gt": return ">"
      case "amp": return "&"
      case "quot": return "\""
      case "apos": return "'"
      default: throw .entityRefused(at: place(start))
      }
    }
    let digits = body.dropFirst()
    let isHexadecimal = digits.first == 0x78
    let number = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
    guard number.utf8.allSatisfy({ ASCII.hexadecimal($0) != nil }),
      let value = UInt32(number, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(value),
      value >= 0x20 || [0x09, 0x0A, 0x0D].contains(value), value != 0xFFFE, value != 0xFFFF
    else { throw .invalidText(at: place(start)) }
    return scalar
  }

  /// The text of `slice` with every end of line written as one line feed, as XML requires.
  private static func lines(_ slice: ArraySlice<UInt8>) -> String {
    guard slice.contains(ASCII.carriageReturn) else { return String(decoding: slice, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(slice.count)
    for index in slice.indices {
      if slice[index] != ASCII.carriageReturn {
        result.append(slice[index])
      } else if index + 1 == slice.endIndex || slice[index + 1] != ASCII.newline {
        result.append(ASCII.newline)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isForbidden(_ byte: UInt8) -> Bool { byte < 0x20 && !ASCII.isSpace(byte) }

  private static func isNameByte(_ byte: UInt8, first: Bool) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x5F, 0x3A, 0x80...0xFF: true
    case 0x30...0x39, 0x2D, 0x2E: !first
    default: false
    }
  }

  /// The encoding that an XML declaration names, in lower case.
  private func declaredEncoding(_ declaration: ArraySlice<UInt8>) -> String? {
    let words = declaration.split { ASCII.isSpace($0) || $0 == ASCII.equals }
    guard let key = words.firstIndex(where: { Array($0) == Array("encoding".utf8) }), key + 1 < words.count
    else { return nil }
    return String(decoding: words[key + 1].dropFirst().dropLast(), as: UTF8.self).lowercased()
  }

  // MARK: - Bytes

  private func matches(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard bytes.count - index >= length else { return false }
    // because a literal's bytes live for ever and are `length` long.
    return unsafe UnsafeBufferPointer(start: text.utf8Start, count: length)
      .elementsEqual(bytes[index..<(index + length)])
  }

  private mutating func find(_ text: String, from start: Int) throws(PropertyListError) -> Int {
    let pattern = Array(text.utf8)
    var candidate = start
    while candidate + pattern.count <= bytes.count {
      if bytes[candidate] == pattern[0], bytes[candidate..<(candidate + pattern.count)].elementsEqual(pattern)
      {
        return candidate
      }
      candidate += 1
    }
    throw .truncated(at: place(bytes.count))
  }

  private mutating func skipSpace() -> Bool {
    let start = index
    while index < bytes.count, ASCII.isSpace(bytes[index]) { index += 1 }
    return index > start
  }

  private mutating func consume(_ byte: UInt8, _ what: MarkupExpectation) throws(PropertyListError) {
    guard index < bytes.count else { throw .truncated(at: place()) }
    guard bytes[index] == byte else { throw expected(what) }
    index += 1
  }

  // MARK: - Errors

  mutating func place(_ offset: Int? = nil) -> PropertyListPlace {
    .text(tracker.position(at: offset ?? index))
  }

  mutating func expected(_ what: MarkupExpectation) -> PropertyListError {
    .syntax(expected: what.words, at: place())
  }
}

/// One piece of an XML file.
enum MarkupToken {
  /// An opening tag; one that closes itself has `isEmpty` set and no closing tag follows.
  case start(name: String, attributes: [MarkupAttribute], isEmpty: Bool, range: TextRange)
  /// A closing tag.
  case end(name: String, range: TextRange)
  /// Characters between tags, with references and CDATA sections resolved.
  case text(String, range: TextRange)
  /// A comment.
  case comment(TextComment)
}
