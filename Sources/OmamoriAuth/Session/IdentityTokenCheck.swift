import OmamoriCore

/// Whether new tokens are for the person that the session belongs to (OpenID Connect Core §12.2).
///
/// The token came straight from the token endpoint over TLS, which stands in for its signature here (§3.1.3.7, item 6).
enum IdentityTokenCheck {
  private static let greatestSize = 64 << 10
  /// The longest nonce that is remembered; the library's own have 43 bytes.
  private static let greatestNonceSize = 4096

  /// - Parameters:
  ///   - token: The identity token of an answer; an answer without one says nothing about the person.
  ///   - issuer: The session's issuer.
  ///   - client: The session's client; empty where there is none.
  ///   - subject: The session's person; `nil` when the login did not say who it is.
  ///   - nonce: The nonce of the login; `nil` when it had none. A token does not have to have one.
  /// - Returns: `false` for another issuer, person, audience or nonce, and for a token that cannot be read.
  static func holds(
    _ token: SecretText?, _ issuer: String, _ client: String, _ subject: String?, _ nonce: SecretText? = nil
  ) -> Bool {
    guard let token, let subject else { return true }
    switch content(of: token) {
    case .encrypted: return true
    case .unreadable: return false
    case .claims(let claims):
      let audience = claims["aud"]?.arrayValue ?? claims["aud"].map { [$0] } ?? []
      if let nonce, let found = claims["nonce"], !found.isNull {
        guard let text = found.stringValue, SecretText(copying: text) == nonce else { return false }
      }
      return claims["iss"]?.stringValue.map { $0.hasBytes(of: issuer) } == true
        && claims["sub"]?.stringValue.map { $0.hasBytes(of: subject) } == true
        && (client.isEmpty || audience.contains { $0.stringValue.map { $0.hasBytes(of: client) } == true })
    }
  }

  /// The nonce of the identity token of a login, which the caller has verified; `nil` when there is none.
  static func nonce(of token: SecretText?) -> SecretText? {
    guard let token, case .claims(let claims) = content(of: token), let text = claims["nonce"]?.stringValue,
      text.utf8.count <= greatestNonceSize
    else { return nil }
    return SecretText(copying: text)
  }

  private enum Content {
    case claims(JSONValue)
    /// It is the client's to open.
    case encrypted
    case unreadable
  }

  private static func content(of token: SecretText) -> Content {
    guard token.count <= greatestSize else { return .unreadable }
    let parts = token.reveal().split(separator: ".", omittingEmptySubsequences: false)
    // An encrypted one has five parts.
    guard parts.count == 3 else { return parts.count == 5 ? .encrypted : .unreadable }
    do throws(CoreError) {
      let limits = JSONLimits(depth: 16, size: greatestSize, values: 4096)
      return .claims(try StrictJSON.parse(try Base64URL.decode(parts[1]), limits: limits))
    } catch {
      return .unreadable
    }
  }
}

/// Whose session it is, and where.
///
/// A stored session of another server or another client is never used.
public struct SessionIdentity: Sendable, Hashable {
  /// The issuer, or the base URL of an app's own service; compared byte for byte.
  public let issuer: String
  /// The client identifier; empty where there is none.
  public let client: String
  /// The name of the key that the tokens are bound to (RFC 9449); `nil` for tokens that are not bound.
  public let keyReference: String?

  /// Makes an identity.
  ///
  /// - Parameters:
  ///   - issuer: The issuer, or the base URL of an app's own service.
  ///   - client: The client identifier; empty where there is none.
  ///   - keyReference: The name of the key that the tokens are bound to; not the key.
  public init(issuer: String, client: String, keyReference: String? = nil) {
    (self.issuer, self.client, self.keyReference) = (issuer, client, keyReference)
  }

  func isSameClient(as other: SessionIdentity) -> Bool { issuer == other.issuer && client == other.client }
}
