/// Divides C, C++ and Objective-C into tokens in one pass, without macros being expanded.
///
/// What stands in comments, and in branches that a release build leaves out, gives no tokens. Nothing is refused:
/// a string that never ends ends with its line.
struct CTokenizer {
  /// The most tokens that are kept of a file; what follows is not looked at.
  static let tokenLimit = 400_000
  /// The most bytes that are kept of a name, so that asking for it costs little.
  private static let nameLimit = 1_024

  private let bytes: [UInt8]
  private let end: Int
  private var index: Int
  private var isLineStart = true
  private var conditions: CConditions
  /// The tokens.
  private(set) var tokens: [CToken] = []
  /// The comments.
  private(set) var comments: [Range<Int>] = []
  /// What `#import` and `#include` name.
  private(set) var imports: [CImport] = []
  /// What `#define` defines.
  private(set) var defines: [CDefine] = []
  /// Whether there were more tokens than are kept.
  private(set) var isCutShort = false

  /// Divides `bytes`; `flags` are the compilation conditions of release builds.
  init(_ bytes: [UInt8], flags: Set<String> = []) {
    self.init(bytes, bytes.indices, flags: flags)
    run()
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>, flags: Set<String>) {
    (self.bytes, self.index, self.end) = (bytes, range.lowerBound, range.upperBound)
    conditions = CConditions(flags: flags)
  }

  /// The tokens of a part of a line, such as the value of a macro.
  private func tokens(in range: Range<Int>) -> [CToken] {
    var inner = CTokenizer(bytes, range, flags: [])
    inner.isLineStart = false
    inner.run()
    return inner.tokens
  }

  private mutating func run() {
    while index < end {
      let byte = bytes[index]
      switch byte {
      case 0x0A, 0x0D:
        isLineStart = true
        index += 1
      case 0x00...0x20: index += 1
      case 0x5C: index += 1
      case 0x2F where next == 0x2F || next == 0x2A: comment()
      case 0x23 where isLineStart: directive()
      default:
        isLineStart = false
        guard tokens.count < Self.tokenLimit else {
          isCutShort = true
          return
        }
        token(byte)
      }
    }
  }

  private var next: UInt8? { index + 1 < end ? bytes[index + 1] : nil }

  private mutating func comment() {
    let start = index
    index += 2
    if bytes[start + 1] == 0x2F {
      index = endOfLine(from: index)
    } else {
      while index < end, !(bytes[index] == 0x2A && next == 0x2F) { index += 1 }
      index = min(end, index + 2)
    }
    comments.append(start..<index)
  }

  /// The end of a line; a line end behind a backslash is none.
  private func endOfLine(from start: Int) -> Int {
    var at = start
    while at < end {
      if bytes[at] == 0x5C, at + 1 < end {
        at += at + 2 < end && bytes[at + 1] == 0x0D && bytes[at + 2] == 0x0A ? 3 : 2
        continue
      }
      if bytes[at] == 0x0A || bytes[at] == 0x0D { return at }
      at += 1
    }
    return end
  }

  // MARK: Lines for the preprocessor

  private mutating func directive() {
    let start = index
    index += 1
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    let wordStart = index
    while index < end, Self.isName(bytes[index]) { index += 1 }
    let word = String(decoding: bytes[wordStart..<index], as: UTF8.self)
    let rest = index..<endOfDirective(from: index)
    index = rest.upperBound
    switch word {
    case "if", "ifdef", "ifndef", "elif", "else", "endif":
      conditions.apply(word, tokens(in: rest))
    case "import", "include":
      guard conditions.isActive else { return }
      let name = String(decoding: bytes[rest], as: UTF8.self)
      imports.append(
        CImport(
          name: name.filter { !"<>\" \t".contains($0) }, range: start..<rest.upperBound,
          isUnconditional: !conditions.isOpen))
    case "define":
      guard conditions.isActive, defines.count < 20_000 else { return }
      if let define = CDefine(tokens(in: rest)) { defines.append(define) }
    default: break
    }
  }

  /// The end of a line for the preprocessor: a comment of several lines is part of it, a string too.
  private mutating func endOfDirective(from start: Int) -> Int {
    let stop = endOfLine(from: start)
    var at = start
    while at + 1 < stop {
      if bytes[at] == 0x2F, bytes[at + 1] == 0x2F { return at }
      if bytes[at] == 0x2F, bytes[at + 1] == 0x2A { return at }
      if bytes[at] == 0x22 || bytes[at] == 0x27 {
        let quote = bytes[at]
        at += 1
        while at < stop, bytes[at] != quote { at += bytes[at] == 0x5C ? 2 : 1 }
      }
      at += 1
    }
    return stop
  }

  // MARK: Tokens

  private mutating func token(_ byte: UInt8) {
    switch byte {
    case 0x22: string(from: index, .string)
    case 0x40 where next == 0x22:
      index += 1
      string(from: index - 1, .object)
    case 0x40 where next.map(Self.startsName) ?? false:
      let start = index
      index += 1
      while index < end, Self.isName(bytes[index]) { index += 1 }
      add(.directive, start..<index)
    case 0x27: character()
    case 0x30...0x39: number()
    case 0x2E where next.map { (0x30...0x39).contains($0) } ?? false: number()
    case _ where Self.startsName(byte): name()
    default: sign()
    }
  }

  private mutating func add(_ kind: CToken.Kind, _ range: Range<Int>, _ text: String? = nil) {
    guard conditions.isActive else { return }
    tokens.append(
      CToken(
        kind: kind, text: text ?? String(decoding: bytes[range].prefix(Self.nameLimit), as: UTF8.self),
        range: range))
  }

  private mutating func name() {
    let start = index
    while index < end, Self.isName(bytes[index]) { index += 1 }
    if index < end, bytes[index] == 0x22 {
      switch String(decoding: bytes[start..<index], as: UTF8.self) {
      case "L", "u", "U", "u8": return string(from: start, .string)
      case "R", "u8R", "LR", "uR", "UR": return rawString(from: start)
      default: break
      }
    }
    add(.identifier, start..<index)
  }

  private mutating func number() {
    let start = index
    while index < end {
      let byte = bytes[index]
      let isSeparator = byte == 0x27 && (next.map(Self.isName) ?? false)
      let isSign =
        (byte == 0x2B || byte == 0x2D) && [0x65, 0x45, 0x70, 0x50].contains(bytes[index - 1])
        && !(start + 1 < end && bytes[start + 1] | 0x20 == 0x78 && bytes[index - 1] | 0x20 == 0x65)
      guard Self.isName(byte) || byte == 0x2E || isSeparator || (isSign && index > start) else { break }
      index += 1
    }
    add(.number, start..<index)
  }

  private mutating func character() {
    let start = index
    index += 1
    while index < end, bytes[index] != 0x27, bytes[index] != 0x0A {
      index += bytes[index] == 0x5C ? 2 : 1
    }
    index = min(end, index + 1)
    add(.character, start..<index)
  }

  private mutating func string(from start: Int, _ kind: CToken.Kind) {
    var value: [UInt8] = []
    index += 1
    while index < end, bytes[index] != 0x22, bytes[index] != 0x0A {
      if bytes[index] == 0x5C, index + 1 < end {
        escape(into: &value)
      } else {
        value.append(bytes[index])
        index += 1
      }
    }
    if index < end, bytes[index] == 0x22 { index += 1 }
    addString(kind, start..<index, String(decoding: value, as: UTF8.self))
  }

  /// `R"x(…)x"`.
  private mutating func rawString(from start: Int) {
    index += 1
    let markStart = index
    while index < end, index - markStart < 16, bytes[index] != 0x28, bytes[index] != 0x0A { index += 1 }
    let close = [0x29] + bytes[markStart..<index] + [0x22]
    let valueStart = min(end, index + 1)
    index = valueStart
    while index < end {
      if bytes[index] == 0x29, bytes[index..<end].starts(with: close) {
        let value = String(decoding: bytes[valueStart..<index], as: UTF8.self)
        index += close.count
        return addString(.string, start..<index, value)
      }
      index += 1
    }
    addString(.string, start..<end, "")
  }

  /// Literals that follow each other are one.
  private mutating func addString(_ kind: CToken.Kind, _ range: Range<Int>, _ value: String) {
    guard conditions.isActive, let last = tokens.last, last.isString, last.text.utf8.count < 65_536 else {
      return add(kind, range, value)
    }
    tokens[tokens.count - 1].text += value
    tokens[tokens.count - 1].range = last.range.lowerBound..<range.upperBound
  }

  private mutating func escape(into value: inout [UInt8]) {
    let byte = bytes[index + 1]
    index += 2
    switch byte {
    case 0x6E: value.append(0x0A)
    case 0x74: value.append(0x09)
    case 0x72: value.append(0x0D)
    case 0x0A: break
    case 0x0D: if index < end, bytes[index] == 0x0A { index += 1 }
    case 0x78: value.append(UInt8(truncatingIfNeeded: digits(radix: 16, limit: 2)))
    case 0x75: value += Self.utf8(digits(radix: 16, limit: 4))
    case 0x55: value += Self.utf8(digits(radix: 16, limit: 8))
    case 0x30...0x37:
      index -= 1
      value.append(UInt8(truncatingIfNeeded: digits(radix: 8, limit: 3)))
    default: value.append(byte)
    }
  }

  private mutating func digits(radix: UInt32, limit: Int) -> UInt32 {
    var (result, count) = (UInt32(0), 0)
    while count < limit, index < end, let digit = Character(UnicodeScalar(bytes[index])).hexDigitValue,
      digit < radix
    {
      result = result &* radix &+ UInt32(digit)
      index += 1
      count += 1
    }
    return result
  }

  private static func utf8(_ scalar: UInt32) -> [UInt8] {
    Array(String(Character(UnicodeScalar(scalar) ?? "\u{FFFD}")).utf8)
  }

  private mutating func sign() {
    guard !"()[]{};,".utf8.contains(bytes[index]) else {
      add(.punctuation, index..<index + 1)
      index += 1
      return
    }
    for length in [3, 2] where index + length <= end {
      let part = bytes[index..<index + length]
      guard Self.signs.contains(where: { $0.utf8.elementsEqual(part) }) else { continue }
      add(.punctuation, index..<index + length)
      index += length
      return
    }
    add(.punctuation, index..<index + 1)
    index += 1
  }

  private static let signs = [
    "...", "==", "!=", "<=", ">=", "&&", "||", "->", "++", "--", "+=", "-=", "*=", "/=", "|=", "&=", "^=",
    "%=", "::",
  ]

  static func startsName(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) && byte >= 0x41 || byte == 0x5F || byte == 0x24 || byte >= 0x80
  }

  static func isName(_ byte: UInt8) -> Bool { startsName(byte) || (0x30...0x39).contains(byte) }
}
