/// Reads the elements of an XML 1.0 file in UTF-8, strictly and within bounds.
///
/// Tags have to be paired. A document type is refused, and so is every entity but the five of XML itself, so nothing is
/// expanded or fetched. Comments are left out; names are ASCII.
struct XMLPieces {
  private static let greatestName = 64
  private static let greatestAttributes = 16
  private static let entities: [String: UInt8] = [
    "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "amp": UInt8(ascii: "&"), "quot": UInt8(ascii: "\""),
    "apos": UInt8(ascii: "'"),
  ]

  private let bytes: [UInt8]
  private let depth: Int
  private var at = 0
  private var open: [String] = []
  private var closing: String?
  private var hasRoot = false
  private var counted = 0
  private var countedLine = 1

  init(_ bytes: [UInt8], depth: Int) {
    (self.bytes, self.depth) = (bytes, depth)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    if matches("<?xml"), let end = find("?>") { at = end + 2 }
  }

  /// The line of the next byte, counted from 1.
  var line: Int {
    mutating get {
      while counted < min(at, bytes.count) {
        if bytes[counted] == UInt8(ascii: "\n") { countedLine += 1 }
        counted += 1
      }
      return countedLine
    }
  }

  /// The next piece, or `nil` at the end.
  ///
  /// - Throws: ``KeychainError/malformedImport(line:)``.
  mutating func next() throws(KeychainError) -> XMLEvent? {
    if let name = closing {
      closing = nil
      return .end(name)
    }
    while at < bytes.count {
      if matches("<!--") {
        guard let end = find("-->", from: at + 4) else { throw malformed() }
        at = end + 3
      } else if matches("<![CDATA["), !open.isEmpty {
        guard let end = find("]]>", from: at + 9) else { throw malformed() }
        let text = Array(bytes[(at + 9)..<end])
        at = end + 3
        return .text(text)
      } else if bytes[at] == UInt8(ascii: "<") {
        return try tag()
      } else {
        let text = try characters(until: UInt8(ascii: "<"))
        if !open.isEmpty { return .text(text) }
        guard text.allSatisfy(Self.isSpace) else { throw malformed() }
      }
    }
    guard open.isEmpty, hasRoot else { throw malformed() }
    return nil
  }

  mutating func malformed() -> KeychainError { .malformedImport(line: line) }

  // MARK: - Tags

  private mutating func tag() throws(KeychainError) -> XMLEvent {
    at += 1
    if consume(UInt8(ascii: "/")) {
      let name = try name()
      skipSpace()
      guard consume(UInt8(ascii: ">")), open.popLast() == name else { throw malformed() }
      return .end(name)
    }
    guard !(open.isEmpty && hasRoot), open.count < depth else { throw malformed() }
    hasRoot = true
    let name = try name()
    var attributes: [String: String] = [:]
    while true {
      let hadSpace = skipSpace()
      if consume(UInt8(ascii: ">")) {
        open.append(name)
        return .start(name, attributes)
      }
      if consume(UInt8(ascii: "/")) {
        guard consume(UInt8(ascii: ">")) else { throw malformed() }
        closing = name
        return .start(name, attributes)
      }
      guard hadSpace, attributes.count < Self.greatestAttributes else { throw malformed() }
      let (key, value) = try attribute()
      guard attributes.updateValue(value, forKey: key) == nil else { throw malformed() }
    }
  }

  private mutating func attribute() throws(KeychainError) -> (String, String) {
    let key = try name()
    skipSpace()
    guard consume(UInt8(ascii: "=")) else { throw malformed() }
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") else {
      throw malformed()
    }
    let quote = bytes[at]
    at += 1
    let value = try characters(until: quote)
    guard consume(quote), let text = String(validating: value, as: UTF8.self) else { throw malformed() }
    return (key, text)
  }

  private mutating func name() throws(KeychainError) -> String {
    let start = at
    while at < bytes.count, Self.isName(bytes[at]), at - start <= Self.greatestName { at += 1 }
    guard at > start, at - start <= Self.greatestName else { throw malformed() }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  // MARK: - Characters

  private mutating func characters(until end: UInt8) throws(KeychainError) -> [UInt8] {
    // Room for all at once, so that growing leaves no copies; no reference is shorter than what it stands for.
    var text: [UInt8] = []
    text.reserveCapacity((bytes[at...].firstIndex(of: end) ?? bytes.count) - at)
    while at < bytes.count, bytes[at] != end {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "&"): text += try reference()
      case UInt8(ascii: "<"): throw malformed()
      case 0..<0x20 where !Self.isSpace(byte): throw malformed()
      default:
        text.append(byte)
        at += 1
      }
    }
    return text
  }

  private mutating func reference() throws(KeychainError) -> [UInt8] {
    let window = bytes[(at + 1)..<min(bytes.count, at + 12)]
    guard let end = window.firstIndex(of: UInt8(ascii: ";")) else { throw malformed() }
    let body = String(decoding: bytes[(at + 1)..<end], as: UTF8.self)
    if let byte = Self.entities[body] {
      at = end + 1
      return [byte]
    }
    guard body.hasPrefix("#") else { throw malformed() }
    let isHexadecimal = body.hasPrefix("#x")
    let digits = body.dropFirst(isHexadecimal ? 2 : 1)
    guard !digits.hasPrefix("+"), !digits.hasPrefix("-"),
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10),
      number >= 0x20 || [0x09, 0x0A, 0x0D].contains(number), number != 0xFFFE, number != 0xFFFF,
      let scalar = Unicode.Scalar(number)
    else { throw malformed() }
    at = end + 1
    return Array(String(Character(scalar)).utf8)
  }

  // MARK: - Bytes

  private func matches(_ text: String) -> Bool { bytes[at...].starts(with: text.utf8) }

  private func find(_ text: String, from start: Int? = nil) -> Int? {
    let pattern = Array(text.utf8)
    var place = start ?? at
    while place + pattern.count <= bytes.count {
      if bytes[place] == pattern[0], bytes[place..<(place + pattern.count)].elementsEqual(pattern) {
        return place
      }
      place += 1
    }
    return nil
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = at
    while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 }
    return at > start
  }

  private mutating func consume(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x5F, 0x3A, 0x2D, 0x2E: true
    default: false
    }
  }
}

/// A piece of an XML file.
enum XMLEvent: Equatable {
  /// An opening tag with its attributes.
  case start(String, [String: String])
  /// A closing tag.
  case end(String)
  /// Text with its references resolved.
  case text([UInt8])
}
