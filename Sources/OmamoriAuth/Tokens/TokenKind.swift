/// What the header of a token has to say about its kind, so that a token for one purpose is not taken for another
/// (RFC 8725 §3.11).
@nonexhaustive
public enum TokenKind: Sendable, Hashable {
  /// `JWT` or nothing, as identity tokens and most others have it.
  case plain
  /// This media type, with or without `application/` before it, such as `at+jwt` (RFC 9068), `logout+jwt` or `dpop+jwt`.
  case named(String)
  /// Whatever it says; only where the key is used for one kind of token.
  case any

  /// Whether a header says it.
  func matches(_ type: String?) -> Bool {
    switch self {
    case .any: true
    case .plain: type.map { $0 == "JWT" || Self.isSame($0, "jwt") } ?? true
    case .named(let name): type.map { Self.isSame($0, name) } ?? false
    }
  }

  /// Whether two media types are the same; upper and lower case are (RFC 7515 §4.1.9).
  private static func isSame(_ left: String, _ right: String) -> Bool {
    short(left).elementsEqual(short(right))
  }

  private static func short(_ type: String) -> [UInt8] {
    let lower = type.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    let prefix = Array("application/".utf8)
    guard lower.starts(with: prefix), !lower.dropFirst(prefix.count).contains(UInt8(ascii: "/")) else {
      return lower
    }
    return Array(lower.dropFirst(prefix.count))
  }
}
