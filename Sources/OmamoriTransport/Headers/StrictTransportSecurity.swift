/// The value of a `Strict-Transport-Security` field (RFC 6797, section 6.1).
package struct StrictTransportSecurity: Sendable, Hashable {
  /// How long only HTTPS is used, in seconds; 0 switches it off.
  package let maximumAge: UInt64
  /// Whether it is for the names below the host, too.
  package let includesSubdomains: Bool
  /// Whether browsers may be shipped with it.
  package let allowsPreloading: Bool

  /// Reads a value.
  ///
  /// - Parameter text: Directives between semicolons, at most 1,024 bytes; `nil` results for what browsers drop: no
  ///   `max-age`, one that is no number, `includeSubDomains` with a value, or a directive twice. A number that is too great
  ///   is taken as the greatest.
  package init?(_ text: String) {
    guard text.utf8.count <= 1024, let directives = Self.directives(text),
      let age = directives["max-age"] ?? nil, !age.isEmpty,
      age.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    let subdomains = directives["includesubdomains"]
    // A directive that RFC 6797 defines without a value makes the whole field malformed when it has one (6.1, 6.1.2).
    guard subdomains == nil || subdomains == .some(nil) else { return nil }
    maximumAge = UInt64(age) ?? .max
    includesSubdomains = subdomains != nil
    allowsPreloading = directives["preload"] == .some(nil)
  }

  private static func directives(_ text: String) -> [String: String?]? {
    var reader = FieldReader(Array(text.utf8))
    var found: [String: String?] = [:]
    while true {
      reader.skipBlanks()
      if let name = reader.token().map({ HeaderGrammar.lowercased($0) }) {
        var value: String?
        reader.skipBlanks()
        if reader.skip(0x3D) {
          reader.skipBlanks()
          value = reader.next == 0x22 ? reader.quotedString() : reader.token()
          guard value != nil else { return nil }
        }
        guard !found.keys.contains(name) else { return nil }
        found[name] = .some(value)
        reader.skipBlanks()
      }
      if reader.isAtEnd { return found }
      guard reader.skip(0x3B) else { return nil }
    }
  }
}
