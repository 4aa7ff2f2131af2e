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
