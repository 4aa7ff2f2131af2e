/// Splits a Podfile into tokens; comments and blank space between tokens are dropped.
///
/// It reads texts in single and double quotes, symbols, names and punctuation. Other constructs of Ruby pass as words
/// and characters, so that a statement with them is not understood rather than misunderstood. The time is linear.
struct RubyTokenizer {
  private let bytes: [UInt8]
  private var offset = 0
  private(set) var tokens: [RubyToken] = []

  /// Splits `bytes`.
  static func tokens(of bytes: [UInt8]) -> [RubyToken] {
    var tokenizer = RubyTokenizer(bytes: bytes)
    tokenizer.run()
    return tokenizer.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func run() {
    while offset < bytes.count {
      let start = offset
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: ";"):
        offset += 1
        add(.newline, from: start)
      case 0...0x20:
        offset += 1
      case UInt8(ascii: "\\") where next == UInt8(ascii: "\n"):
        offset += 2
      case UInt8(ascii: "#"):
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
      case UInt8(ascii: "="):
        if isBlockComment { skipBlockComment() } else { punctuation(start) }
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        let text = string(until: byte)
        if offset < bytes.count, bytes[offset] == UInt8(ascii: ":"), next != UInt8(ascii: ":"), let text {
          offset += 1
          add(.symbol(text), from: start)
        } else {
          add(.string(text), from: start)
        }
      case UInt8(ascii: ","):
        offset += 1
        add(.comma, from: start)
      case UInt8(ascii: ":") where next.map(Self.isName) == true:
        offset += 1
        add(.symbol(name()), from: start)
      case UInt8(ascii: ":") where next == UInt8(ascii: "'") || next == UInt8(ascii: "\""):
        offset += 1
        let text = string(until: bytes[offset])
        add(text.map { .symbol($0) } ?? .string(nil), from: start)
      default:
        if Self.isName(byte) { word(start) } else { punctuation(start) }
      }
    }
    add(.newline, from: offset)
  }

  private var next: UInt8? { offset + 1 < bytes.count ? bytes[offset + 1] : nil }

  private mutating func add(_ kind: RubyToken.Kind, from start: Int) {
    tokens.append(RubyToken(kind: kind, range: start..<offset))
  }

  private mutating func word(_ start: Int) {
    let text = name()
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ":"), next != UInt8(ascii: ":") {
      offset += 1
      add(.symbol(text), from: start)
    } else {
      add(.word(text), from: start)
    }
  }

  private mutating func punctuation(_ start: Int) {
    if bytes[offset] == UInt8(ascii: "="), next == UInt8(ascii: ">") {
      offset += 2
      add(.arrow, from: start)
    } else {
      offset += 1
      add(.other(bytes[start]), from: start)
    }
  }

  private mutating func name() -> String {
    let start = offset
    while offset < bytes.count, Self.isName(bytes[offset]) { offset += 1 }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "!") || bytes[offset] == UInt8(ascii: "?") {
      offset += 1
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// The text up to the closing quote, or `nil` when it holds `#{…}`.
  private mutating func string(until quote: UInt8) -> String? {
    offset += 1
    var text: [UInt8] = []
    var isComputed = false
    while offset < bytes.count, bytes[offset] != quote {
      if bytes[offset] == UInt8(ascii: "\\"), offset + 1 < bytes.count { offset += 1 }
      if quote == UInt8(ascii: "\""), bytes[offset] == UInt8(ascii: "#"), next == UInt8(ascii: "{") {
        isComputed = true
      }
      text.append(bytes[offset])
      offset += 1
    }
    offset = min(offset + 1, bytes.count)
    return isComputed ? nil : String(decoding: text, as: UTF8.self)
  }

  private var isBlockComment: Bool {
    (offset == 0 || bytes[offset - 1] == UInt8(ascii: "\n")) && bytes[offset...].starts(with: "=begin".utf8)
  }

  private mutating func skipBlockComment() {
    while offset < bytes.count {
      let isLineStart = bytes[offset - 1 < 0 ? 0 : offset - 1] == UInt8(ascii: "\n")
      if isLineStart, bytes[offset...].starts(with: "=end".utf8) {
        offset += 4
        return
      }
      offset += 1
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}

/// A token of the part of Ruby that Podfiles are written in.
struct RubyToken: Sendable, Hashable {
  /// What the token is.
  enum Kind: Sendable, Hashable {
    /// A name or keyword.
    case word(String)
    /// A text in quotes; `nil` when it is computed by interpolation.
    case string(String?)
    /// A symbol such as `:git`, or the label `git:`.
    case symbol(String)
    /// `=>`.
    case arrow
    /// `,`.
    case comma
    /// The end of a line or `;`.
    case newline
    /// Any other character.
    case other(UInt8)
  }

  /// What the token is.
  let kind: Kind
  /// Its bytes in the file.
  let range: Range<Int>
}
