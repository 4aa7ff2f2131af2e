import OmamoriTransport

/// The identifier of an authorization server: an `https` URL without query, fragment and dot segments.
///
/// Two issuers are the same when their texts are, byte for byte: a slash at the end, a port that could be left out and the
/// case of letters all count (RFC 8414 §3.3, RFC 9207 §2.4). A value; safe to share between threads.
public struct Issuer: Sendable, Hashable, CustomStringConvertible {
  /// The greatest length, in bytes.
  public static let greatestSize = 1024

  /// The identifier as it was written.
  public let description: String
  /// The identifier as a URL.
  let url: RequestURL

  /// Reads an identifier.
  ///
  /// - Parameter text: The identifier in ASCII, such as `https://login.example.com/tenant`; 1 to ``greatestSize`` bytes.
  /// - Throws: ``AuthError/configuration(_:)`` with ``ConfigurationFault/noIssuer``.
  public init(_ text: String) throws(AuthError) {
    guard let issuer = Issuer(reading: text) else { throw .configuration(.noIssuer) }
    self = issuer
  }

  /// Reads an identifier that came from outside; `nil` when it is none.
  init?(reading text: String) {
    guard text.utf8.count <= Self.greatestSize, text.hasPrefix("https://"),
      !text.utf8.contains(where: { $0 == 0x3F || $0 == 0x23 }), !Self.hasDotSegments(text),
      let url = try? RequestURL(text)
    else { return nil }
    (description, self.url) = (text, url)
  }

  /// Whether a segment of the path is `.` or `..`, perhaps escaped: the text would name another place than is asked.
  private static func hasDotSegments(_ text: String) -> Bool {
    text.split(separator: "/").contains { segment in
      let plain = segment.lowercased().replacing("%2e", with: ".")
      return plain == "." || plain == ".."
    }
  }

  /// Whether a text is this identifier, byte for byte.
  func isNamed(_ text: String) -> Bool { text.utf8.elementsEqual(description.utf8) }

  /// Says whether both have the same text.
  public static func == (left: Issuer, right: Issuer) -> Bool { left.isNamed(right.description) }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
