import OmamoriTransport

/// Where the browser comes back to after a login.
///
/// Compared byte for byte. A value; safe to share between threads. Follows RFC 8252 §7 and RFC 9700 §4.1.
public struct RedirectURI: Sendable, Hashable, CustomStringConvertible {
  /// Who gets what is sent to it.
  @nonexhaustive
  public enum Kind: Sendable, Hashable {
    /// The owner of a web host; the only kind that no other app on the device can take.
    case https
    /// A port of this machine, by its address; `localhost` can be another machine and is not taken.
    case loopback
    /// An app's own scheme, whose name is that of a domain turned round, such as `com.example.app`.
    case appScheme
  }

  /// The URI as it is registered at the server.
  public let description: String
  /// Who gets what is sent to it.
  public let kind: Kind

  /// Reads a redirect URI.
  ///
  /// - Parameter text: `https://host/path`, `http://127.0.0.1:port/path`, `http://[::1]:port/path` or
  ///   `reverse.domain:/path`, with scheme and host in lower case; without query, fragment and user name; at most 1024
  ///   bytes.
  /// - Throws: ``AuthError/configuration(_:)`` with ``ConfigurationFault/redirectURI``.
  public init(_ text: String) throws(AuthError) {
    guard text.utf8.count <= 1024,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x3F && $0 != 0x23 }),
      let kind = Self.kind(of: text)
    else { throw .configuration(.redirectURI) }
    (description, self.kind) = (text, kind)
  }

  /// The scheme.
  public var scheme: String { String(description.prefix { $0 != ":" }) }

  /// The host and the path of one of the kind ``Kind/https``, for the system's browser session.
  public var webAddress: (host: String, path: String)? {
    guard kind == .https, let url = try? RequestURL(description) else { return nil }
    return (url.host.description, url.path)
  }

  private static func kind(of text: String) -> Kind? {
    if text.hasPrefix("https://") {
      // What is read is what was written: no other spelling of it is registered.
      guard let url = try? RequestURL(text), url.text == text else { return nil }
      return .https
    }
    if text.hasPrefix("http://") { return isLoopback(text) ? .loopback : nil }
    return isAppScheme(text) ? .appScheme : nil
  }

  private static func isLoopback(_ text: String) -> Bool {
    // An https URL is read by the same rules, and only the port that is left out differs.
    guard let url = try? RequestURL("https" + text.dropFirst(4)), url.port != 443,
      url.host.description == "127.0.0.1" || url.host.description == "::1"
    else { return false }
    return "http" + url.text.dropFirst(5) == text
  }

  private static func isAppScheme(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    let labels = text[..<colon].split(separator: ".", omittingEmptySubsequences: false)
    let rest = text[text.index(after: colon)...]
    guard labels.count >= 2, rest.hasPrefix("/"), labels[0].utf8.first.map({ $0 > 0x39 }) ?? false else {
      return false
    }
    // Behind two slashes stands an authority, in which a user name would be; in a path the sign is one like others.
    if rest.hasPrefix("//"), rest.dropFirst(2).prefix(while: { $0 != "/" }).contains("@") { return false }
    return labels.allSatisfy { label in
      !label.isEmpty
        && label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
  }
}
