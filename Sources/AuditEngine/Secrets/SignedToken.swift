import OmamoriCore

/// A signed JSON Web Token, read as far as it tells whether it opens anything.
package struct SignedToken {
  private let header: String
  private let claims: String

  /// Reads `text`; `nil` when it is no signed token.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].utf8.count >= 20, let header = Self.decoded(parts[0]),
      let claims = Self.decoded(parts[1]), header.contains("\"alg\""), claims.first == "{"
    else { return nil }
    (self.header, self.claims) = (header, claims)
  }

  /// Whether it may be a credential that a service accepts: no public key, sample, proof or request, and not expired
  /// long ago.
  package var mayOpenSomething: Bool {
    // `anon` keys are public; the sample of the specification's web site has a known name and time.
    if ["\"none\"", "request", "-req+jwt", "proof", "dpop", "kb+jwt", "secevent"].contains(
      where: header.lowercased().contains)
    {
      return false
    }
    let claims = claims.lowercased()
    if Self.samples.contains(where: claims.contains) || header.lowercased().contains("example.") {
      return false
    }
    if let end = Self.number(of: "exp", in: claims), end < Self.longAgo { return false }
    return true
  }

  /// What stands in tokens that were made to be shown.
  private static let samples = [
    "\"anon\"", "john doe", "1516239022", "example.com", "example.org", "example.net", "://example",
    ".example\"",
    ".example/", "issuer.domain", "localhost", "127.0.0.1", ".invalid", ".test\"", ".test/", "response_uri",
    "presentation_definition", "\"c_nonce\"",
  ]
  /// November 2026, in seconds.
  private static let longAgo = 1_793_491_200

  private static func number(of name: String, in claims: String) -> Int? {
    guard let start = claims.firstRange(of: "\"\(name)\"")?.upperBound else { return nil }
    return Int(claims[start...].drop { $0 == ":" || $0.isWhitespace }.prefix { $0.isNumber }.prefix(12))
  }

  private static func decoded(_ part: Substring) -> String? {
    guard part.utf8.count <= 8192 else { return nil }
    do {
      return String(decoding: try Base64URL.decode(String(part)), as: UTF8.self)
        .drop { $0.isWhitespace }.description
    } catch {
      return nil
    }
  }
}
