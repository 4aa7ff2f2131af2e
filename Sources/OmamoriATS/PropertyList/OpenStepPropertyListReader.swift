import OmamoriCore

/// Reads the text form of project files and string tables.
///
/// A file whose outermost value is a run of `key = value;` without braces is a dictionary, as in string
/// tables. A file that is one text alone is refused: any word would be a property list otherwise.
struct OpenStepPropertyListReader {
  private let bytes: [UInt8]
  private let limits: PropertyListLimits
  private var index = 0
  private var tracker: PositionTracker
  private var nodes = 0
  private var comments: [TextComment] = []
  private var duplicates: [PropertyListDictionary.Entry] = []

  /// Makes a reader of `text`, which is valid UTF-8.
  init(_ text: [UInt8], limits: PropertyListLimits) {
    (bytes, self.limits) = (text, limits)
    tracker = PositionTracker(text)
  }

  /// Reads the whole file.
  mutating func read() throws(PropertyListError) -> PropertyListDocument {
    let root = try outermost()
    guard try peek() == nil else { throw expected(.endOfFile) }
    return PropertyListDocument(root: root, format: .openStep, comments: comments, duplicates: duplicates)
  }

  private mutating func outermost() throws(PropertyListError) -> PropertyList {
    guard let first = try peek() else { return PropertyList(.dictionary(PropertyListDictionary([]))) }
    guard first != ASCII.leftBrace, first != ASCII.leftParenthesis, first != ASCII.less else {
      return try value(depth: 0)
    }
    let start = position
    let (text, range) = try string()
    guard let next = try peek() else { throw .truncated(at: place()) }
    guard next == ASCII.equals || next == ASCII.semicolon else { throw expected(.equalsSign) }
    var entries = [try entry(key: text, range, depth: 0)]
    try count(at: start)
    while try peek() != nil {
      let (key, keyRange) = try string()
      entries.append(try entry(key: key, keyRange, depth: 0))
    }
    return dictionary(entries, from: start)
  }

  // MARK: - Values

  private mutating func value(depth: Int) throws(PropertyListError) -> PropertyList {
    guard let first = try peek() else { throw .truncated(at: place()) }
    let start = position
    try count(at: start)
    switch first {
    case ASCII.leftBrace, ASCII.leftParenthesis:
      guard depth < limits.maximumDepth else { throw .tooDeep(limit: limits.maximumDepth, at: .text(start)) }
      index += 1
      return first == ASCII.leftBrace
        ? try braces(from: start, depth: depth) : try parentheses(from: start, depth: depth)
    case ASCII.less: return try data(from: start)
    default:
      let (text, range) = try string()
      return PropertyList(.string(text), range: range)
    }
  }

  private mutating func braces(from start: TextPosition, depth: Int) throws(PropertyListError) -> PropertyList
  {
    var entries: [PropertyListDictionary.Entry] = []
    while let next = try peek() {
      if next == ASCII.rightBrace {
        index += 1
        return dictionary(entries, from: start)
      }
      let (key, range) = try string()
      entries.append(try entry(key: key, range, depth: depth + 1))
    }
    throw .truncated(at: place())
  }

  private mutating func dictionary(
    _ entries: [PropertyListDictionary.Entry],
    from start: TextPosition
  ) -> PropertyList {
    let dictionary = PropertyListDictionary(entries)
    duplicates += dictionary.duplicates
    return PropertyList(.dictionary(dictionary), range: TextRange(start: start, end: position))
  }

  /// The rest of an entry behind its key; `key;` alone stands for `key = key;`.
  private mutating func entry(
    key: String,
    _ keyRange: TextRange,
    depth: Int
  ) throws(PropertyListError) -> PropertyListDictionary.Entry {
    var content = PropertyList(.string(key), range: keyRange)
    if try peek() == ASCII.equals {
      index += 1
      content = try value(depth: depth)
    } else {
      try count(at: keyRange.start)
    }
    guard let end = try peek() else { throw .truncated(at: place()) }
    guard end == ASCII.semicolon else { throw expected(.semicolon) }
    index += 1
    return .init(key: key, keyRange: keyRange, value: content)
  }

  private mutating func parentheses(
    from start: TextPosition,
    depth: Int
  ) throws(PropertyListError) -> PropertyList {
    var elements: [PropertyList] = []
    while let next = try peek() {
      if next == ASCII.rightParenthesis {
        index += 1
        return PropertyList(.array(elements), range: TextRange(start: start, end: position))
      }
      elements.append(try value(depth: depth + 1))
      switch try peek() {
      case ASCII.comma: index += 1
      case ASCII.rightParenthesis: continue
      case nil: throw .truncated(at: place())
      default: throw expected(.comma)
      }
    }
    throw .truncated(at: place())
  }

  private mutating func data(from start: TextPosition) throws(PropertyListError) -> PropertyList {
    index += 1
    var (result, high): ([UInt8], UInt8?) = ([], nil)
    while index < bytes.count {
      let byte = bytes[index]
      if byte == ASCII.greater {
        guard high == nil else { throw expected(.hexadecimalData) }
        index += 1
        return PropertyList(.data(result), range: TextRange(start: start, end: position))
      }
      if !ASCII.isSpace(byte) {
        guard let digit = ASCII.hexadecimal(byte) else { throw expected(.hexadecimalData) }
        if let first = high { result.append(first << 4 | digit) }
        high = high == nil ? digit : nil
      }
      index += 1
    }
    throw .truncated(at: place())
  }

  // MARK: - Texts

  private mutating func string() throws(PropertyListError) -> (String, TextRange) {
    guard let first = try peek() else { throw .truncated(at: place()) }
    let start = position
    if first == ASCII.quote || first == ASCII.apostrophe {
      index += 1
      let text = try quoted(by: first)
      return (text, TextRange(start: start, end: position))
    }
    let from = index
    while index < bytes.count, Self.isPlain(bytes[index]) { index += 1 }
    guard index > from else { throw expected(.value) }
    let text = String(decoding: bytes[from..<index], as: UTF8.self)
    return (text, TextRange(start: start, end: position))
  }

  private mutating func quoted(by quote: UInt8) throws(PropertyListError) -> String {
    var text = ""
    var run = index
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote {
        text += String(decoding: bytes[run..<index], as: UTF8.self)
        index += 1
        return text
      }
      guard byte == ASCII.backslash else {
        index += 1
        continue
      }
      text += String(decoding: bytes[run..<index], as: UTF8.self)
      text.unicodeScalars.append(try escape())
      run = index
    }
    throw .truncated(at: place())
  }

  /// The scalar that the escape sequence at the next byte stands for.
  private mutating func escape() throws(PropertyListError) -> Unicode.Scalar {
    guard index + 1 < bytes.count else { throw .truncated(at: place()) }
    let byte = bytes[index + 1]
    switch byte {
    case UInt8(ascii: "U"): return try unicodeEscape()
    case 0x30...0x37:
      var value: UInt32 = 0
      var length = 0
      while length < 3, index + 1 + length < bytes.count, case let digit = bytes[index + 1 + length],
        (0x30...0x37).contains(digit)
      {
        (value, length) = (value * 8 + UInt32(digit - 0x30), length + 1)
      }
      // Above 177 the old NeXTSTEP character set would be meant; no current file uses it.
      guard value > 0, value < 0x80, let scalar = Unicode.Scalar(value) else { throw expected(.escape) }
      index += 1 + length
      return scalar
    default:
      index += 2
      if byte < 0x80 { return Self.escapes[byte] ?? Unicode.Scalar(byte) }
      index -= 2
      throw expected(.escape)
    }
  }

  private static let escapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "n"): "\n", UInt8(ascii: "t"): "\t", UInt8(ascii: "r"): "\r", UInt8(ascii: "a"): "\u{07}",
    UInt8(ascii: "b"): "\u{08}", UInt8(ascii: "f"): "\u{0C}", UInt8(ascii: "v"): "\u{0B}",
  ]

  private mutating func unicodeEscape() throws(PropertyListError) -> Unicode.Scalar {
    guard let first = codeUnit(at: index) else { throw expected(.escape) }
    if let scalar = Unicode.Scalar(UInt32(first)), first != 0 {
      index += 6
      return scalar
    }
    guard (0xD800...0xDBFF).contains(first), let second = codeUnit(at: index + 6),
      (0xDC00...0xDFFF).contains(second)
    else { throw .invalidText(at: place()) }
    let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    guard let scalar = Unicode.Scalar(value) else { throw .invalidText(at: place()) }
    index += 12
    return scalar
  }

  /// The code unit of a `\U` sequence with four hexadecimal digits.
  private func codeUnit(at start: Int) -> UInt16? {
    guard start + 6 <= bytes.count, bytes[start] == ASCII.backslash, bytes[start + 1] == UInt8(ascii: "U")
    else { return nil }
    var result: UInt16 = 0
    for byte in bytes[(start + 2)..<(start + 6)] {
      guard let digit = ASCII.hexadecimal(byte) else { return nil }
      result = result << 4 | UInt16(digit)
    }
    return result
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"),
      ASCII.slash:
      true
    default: ASCII.isAlphanumeric(byte)
    }
  }

  // MARK: - Places

  /// The next byte that is neither space nor comment.
  private mutating func peek() throws(PropertyListError) -> UInt8? {
    while index < bytes.count {
      if ASCII.isSpace(bytes[index]) {
        index += 1
      } else if bytes[index] == ASCII.slash, index + 1 < bytes.count,
        bytes[index + 1] == ASCII.slash || bytes[index + 1] == ASCII.asterisk
      {
        try comment(isLine: bytes[index + 1] == ASCII.slash)
      } else {
        return bytes[index]
      }
    }
    return nil
  }

  private mutating func comment(isLine: Bool) throws(PropertyListError) {
    let start = position
    let from = index + 2
    index = from
    var end = bytes.count
    if isLine {
      while index < bytes.count, bytes[index] != ASCII.newline, bytes[index] != ASCII.carriageReturn {
        index += 1
      }
      end = index
    } else {
      while index + 1 < bytes.count, bytes[index] != ASCII.asterisk || bytes[index + 1] != ASCII.slash {
        index += 1
      }
      guard index + 1 < bytes.count else { throw .truncated(at: place()) }
      end = index
      index += 2
    }
    let text = String(decoding: bytes[from..<end], as: UTF8.self)
    comments.append(TextComment(text: text, range: TextRange(start: start, end: position)))
  }

  private mutating func count(at start: TextPosition) throws(PropertyListError) {
    nodes += 1
    guard nodes <= limits.maximumNodes else {
      throw .tooManyNodes(limit: limits.maximumNodes, at: .text(start))
    }
  }

  private var position: TextPosition {
    mutating get { tracker.position(at: index) }
  }

  private mutating func place() -> PropertyListPlace { .text(position) }

  private mutating func expected(_ what: MarkupExpectation) -> PropertyListError {
    .syntax(expected: what.words, at: place())
  }
}
