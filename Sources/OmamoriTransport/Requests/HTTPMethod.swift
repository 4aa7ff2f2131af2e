/// A method of HTTP (RFC 9110, section 9; RFC 5789).
///
/// `CONNECT` and `TRACE` are not for applications and are left out. A value; safe to share between threads.
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
  /// Reads.
  case get = "GET"
  /// Reads the header alone.
  case head = "HEAD"
  /// Hands over.
  case post = "POST"
  /// Replaces.
  case put = "PUT"
  /// Changes in part.
  case patch = "PATCH"
  /// Removes.
  case delete = "DELETE"
  /// Asks what is possible.
  case options = "OPTIONS"

  /// Whether it only reads (RFC 9110, section 9.2.1).
  public var isSafe: Bool { [.get, .head, .options].contains(self) }
  /// Whether doing it twice is the same as doing it once (RFC 9110, section 9.2.2).
  public var isIdempotent: Bool { isSafe || self == .put || self == .delete }
  /// Whether a request may have a body; where HTTP gives one no meaning, servers disagree about it.
  public var allowsBody: Bool { ![.get, .head, .options].contains(self) }
}
