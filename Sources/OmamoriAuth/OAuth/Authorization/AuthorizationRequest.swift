public import OmamoriCore
import OmamoriCrypto
import OmamoriTransport

/// What a login asks for.
///
/// Prints its scopes only.
public struct AuthorizationRequest: Sendable {
  /// Where the browser comes back to.
  public let redirectURI: RedirectURI
  /// The scopes; with `openid` among them, the answer has to hold an identity token.
  public let scope: [String]
  /// What the person is asked, such as `login` or `consent`; empty for what the server thinks fit.
  public var prompts: [String] = []
  /// Who probably logs in, such as an address; it is shown to the server.
  public var loginHint: SecretText?
  /// How long ago the person may have typed a password at most; whole seconds, from 0.
  public var maximumAge: Duration?
  /// The kinds of authentication that are wanted, best first (`acr_values`).
  public var authenticationContexts: [String] = []
  /// The languages of the page, best first, such as `ja`.
  public var languages: [String] = []
  /// The service that the access token is for (RFC 8707).
  public var resource: String?
  /// Parameters of one server; none that the library sets itself.
  public var extraParameters: [String: String] = [:]
  /// How long the person may take; from 1 second to 1 hour.
  public var lifetime: Duration = .seconds(600)
  /// Whether the parameters are left at the server beforehand when it offers that (RFC 9126).
  public var pushesParameters = true
  /// Whether a server is used that does not state that it takes PKCE with S256.
  ///
  /// The challenge is sent all the same, but nobody knows whether the server looks at it; ask its operator.
  public var trustsUnstatedCodeChallenge = false

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - redirectURI: Where the browser comes back to.
  ///   - scope: The scopes.
  public init(redirectURI: RedirectURI, scope: [String] = ["openid"]) {
    (self.redirectURI, self.scope) = (redirectURI, scope)
  }

  /// Whether an identity token is asked for.
  public var asksForIdentity: Bool { scope.contains("openid") }
}

extension AuthorizationRequest: RedactedDescription {
  /// The scopes.
  public var description: String { scope.joined(separator: " ") }
}

extension AuthorizationRequest {
  /// The parameters that make a login safe or that have a property of their own.
  private static let reserved: Set<String> = [
    "client_id", "client_secret", "response_type", "response_mode", "redirect_uri", "scope", "state", "nonce",
    "code_challenge", "code_challenge_method", "dpop_jkt", "request", "request_uri", "prompt", "login_hint",
    "max_age", "acr_values", "ui_locales", "resource", "client_assertion", "client_assertion_type",
  ]

  /// The parameters of the request, without those that prove the client.
  func parameters(for pending: PendingAuthorization) throws(AuthError) -> [QueryItem] {
    guard extraParameters.count <= 32, extraParameters.keys.allSatisfy({ !Self.reserved.contains($0) }) else {
      throw .configuration(.parameter)
    }
    var items = [
      QueryItem("response_type", "code"), QueryItem("client_id", pending.clientIdentifier),
      QueryItem("redirect_uri", redirectURI.description),
    ]
    func add(_ name: String, _ value: String?) {
      if let value { items.append(QueryItem(name, value)) }
    }
    add("scope", try FormText.scope(scope))
    add("state", pending.state.reveal())
    add("nonce", pending.nonce?.reveal())
    add("code_challenge", pending.verifier.challenge)
    add("code_challenge_method", "S256")
    add("dpop_jkt", pending.keyThumbprint)
    add("prompt", prompts.isEmpty ? nil : prompts.joined(separator: " "))
    add("login_hint", loginHint?.reveal())
    add("max_age", maximumAge.map { String($0.components.seconds) })
    add("acr_values", authenticationContexts.isEmpty ? nil : authenticationContexts.joined(separator: " "))
    add("ui_locales", languages.isEmpty ? nil : languages.joined(separator: " "))
    add("resource", resource)
    for (name, value) in extraParameters.sorted(by: { $0.key < $1.key }) { add(name, value) }
    return items
  }
}

/// Where the browser comes back to after a login.
///
/// Compared byte for byte. Follows RFC 8252 §7 and RFC 9700 §4.1.
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

/// The secret that binds a code to the client that asked for it (PKCE, RFC 7636), always with S256.
///
/// Prints nothing.
package struct CodeVerifier: Sendable, Equatable {
  /// The verifier, 43 characters made of 32 random bytes.
  package let secret: SecretText

  /// Makes a verifier.
  ///
  /// - Parameter randomness: Where its bytes come from.
  /// - Throws: ``AuthError/core(_:)`` when there is no randomness; there is never a verifier that is not random.
  package init(randomness: any Randomness = SystemRandomness()) throws(AuthError) {
    secret = try SecretText.random(from: randomness)
  }

  /// Takes a verifier that was kept.
  init(_ secret: SecretText) { self.secret = secret }

  /// What the authorization server is told beforehand: the SHA-256 of the verifier in base64url.
  package var challenge: String {
    let verifier = secret.withBytes { $0.byteArray }
    return Base64URL.encode(Array(SHA256.hash(data: verifier)))
  }
}

extension SecretText {
  /// 32 random bytes in base64url, which nobody can guess.
  static func random(from randomness: any Randomness) throws(AuthError) -> SecretText {
    do throws(CoreError) {
      return SecretText(copying: Base64URL.encode(try randomness.bytes(count: 32)))
    } catch {
      throw .core(error)
    }
  }
}
