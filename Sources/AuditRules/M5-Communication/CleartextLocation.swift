import AuditEngine

/// A URL without transport encryption, as far as a text shows it.
struct CleartextLocation {
  /// Where a host lies.
  enum Reach {
    case loopback
    case privateNetwork
    case open
  }

  /// The scheme with `://`.
  let scheme: String
  /// The host without user and port; empty when it is known only when the program runs.
  let host: String
  /// Where the host lies.
  let reach: Reach

  /// Reads `text`, or `nil` when it names no cleartext location: another scheme, a namespace, a bare prefix.
  init?(_ value: Value) {
    guard let text = value.prefix, let end = text.firstRange(of: "://") else { return nil }
    scheme = text[..<end.upperBound].lowercased()
    guard Self.schemes.contains(scheme) else { return nil }
    let rest = text[end.upperBound...].prefix { !"/?#".contains($0) }
    let authority = rest.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    host =
      (authority.hasPrefix("[")
      ? String(authority.prefix { $0 != "]" }.dropFirst())
      : String(authority.prefix { $0 != ":" })).lowercased()
    let isWhole = value.string != nil
    if isWhole,
      host.isEmpty || host.contains("%") || host.contains("$") || !host.allSatisfy(Self.isHostCharacter)
    {
      return nil
    }
    guard !Self.isIdentifier(host, text) else { return nil }
    reach = Self.reach(of: host)
  }

  private static let schemes: Set = [
    "http://", "ws://", "ftp://", "mqtt://", "ldap://", "smtp://", "rtsp://", "telnet://", "imap://",
    "pop3://", "amqp://",
  ]

  private static func isHostCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-._:".contains(character)
  }

  /// Names that look like locations and are never fetched: XML namespaces, document types, schema ids.
  private static func isIdentifier(_ host: String, _ text: String) -> Bool {
    if namespaces.contains(host) || namespaces.contains(where: { host.hasSuffix("." + $0) }) { return true }
    return text.contains("/DTDs/") || text.contains("xmlns") || host.hasPrefix("schemas.")
      || host.hasPrefix("ns.")
      || text.hasSuffix(".dtd") || text.hasSuffix(".xsd") || text.contains("/namespace")
      || text.contains("/licenses/")
      || text.contains("/schema")
  }

  private static let namespaces: Set = [
    "w3.org", "xmlsoap.org", "openxmlformats.org", "purl.org", "opengis.net", "topografix.com", "adobe.com",
    "oasis-open.org",
    "schema.org", "json-schema.org", "xml.org", "webdav.org", "etsi.org", "microformats.org", "xspf.org",
    "itunes.com",
    "relaxng.org", "exslt.org", "docbook.org", "garmin.com", "wikipedia.org", "creativecommons.org",
    "gnu.org",
    "apache.org", "opensource.org", "unicode.org",
  ]

  private static func reach(of host: String) -> Reach {
    if host == "localhost" || host == "::1" || host.hasPrefix("127.") || host == "0.0.0.0" {
      return .loopback
    }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    if parts.count == 4, let a = parts[0], let b = parts[1], parts[2] != nil, parts[3] != nil {
      let isPrivate =
        a == 10 || (a == 192 && b == 168) || (a == 172 && (16...31).contains(b)) || (a == 169 && b == 254)
      return isPrivate ? .privateNetwork : .open
    }
    if host.hasSuffix(".local") || host.hasSuffix(".lan") || host.hasSuffix(".internal")
      || host.hasSuffix(".test")
    {
      return .privateNetwork
    }
    return !host.isEmpty && !host.contains(".") && !host.contains(":") ? .privateNetwork : .open
  }
}
