import OmamoriCore

/// Whether new tokens are for the person that the session belongs to (OpenID Connect Core §12.2).
///
/// The token came straight from the token endpoint over TLS, which stands in for its signature here (§3.1.3.7, item 6).
enum IdentityTokenCheck {
  private static let greatestSize = 64 << 10

  /// - Parameters:
  ///   - token: The identity token of an answer; an answer without one says nothing about the person.
  ///   - issuer: The session's issuer.
  ///   - client: The session's client; empty where there is none.
  ///   - subject: The session's person; `nil` when the login did not say who it is.
  /// - Returns: `false` for another issuer, person or audience, and for a token that cannot be read.
  static func holds(_ token: SecretText?, _ issuer: String, _ client: String, _ subject: String?) -> Bool {
    guard let token, let subject else { return true }
    guard token.count <= greatestSize else { return false }
    let parts = token.reveal().split(separator: ".", omittingEmptySubsequences: false)
    // An encrypted one has five parts and is the client's to open.
    guard parts.count == 3 else { return parts.count == 5 }
    do throws(CoreError) {
      let limits = JSONLimits(depth: 16, size: greatestSize, values: 4096)
      let claims = try StrictJSON.parse(try Base64URL.decode(parts[1]), limits: limits)
      let audience = claims["aud"]?.arrayValue ?? claims["aud"].map { [$0] } ?? []
      return claims["iss"]?.stringValue.map { $0.hasBytes(of: issuer) } == true
        && claims["sub"]?.stringValue.map { $0.hasBytes(of: subject) } == true
        && (client.isEmpty || audience.contains { $0.stringValue.map { $0.hasBytes(of: client) } == true })
    } catch {
      return false
    }
  }
}
