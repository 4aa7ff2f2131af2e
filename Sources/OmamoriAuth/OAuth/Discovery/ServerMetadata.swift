public import OmamoriCore
public import OmamoriTransport

/// What an authorization server says of itself, or what is known about it otherwise.
///
/// Every endpoint is an `https` URL. Follows RFC 8414 and OpenID Connect
/// Discovery 1.0.
public struct ServerMetadata: Sendable, Hashable {
  /// Who the server is.
  public let issuer: Issuer
  /// Where it offers what.
  public var endpoints: [ServerEndpoint: RequestURL] = [:]
  /// Where it offers it to clients that show a certificate (RFC 8705 §5); those that are missing are as in ``endpoints``.
  public var certificateEndpoints: [ServerEndpoint: RequestURL] = [:]
  /// Whether it states that it takes PKCE with S256 (RFC 7636).
  public var statesProofKey = false
  /// Whether it states that every answer of a login names the issuer (RFC 9207).
  public var statesIssuerInCallback = false
  /// Whether every login has to be pushed (RFC 9126).
  public var requiresPushedAuthorization = false
  /// The algorithms of its identity tokens; those that are not offered here are left out, `none` above all.
  public var identityTokenAlgorithms: Set<SignatureAlgorithm> = []
  /// The algorithms of proofs of possession that it takes (RFC 9449); empty when it does not say.
  public var possessionAlgorithms: Set<SignatureAlgorithm> = []

  /// Makes a description of a server that has none of its own.
  ///
  /// - Parameters:
  ///   - issuer: Who the server is.
  ///   - endpoints: Where it offers what.
  public init(issuer: Issuer, endpoints: [ServerEndpoint: RequestURL] = [:]) {
    (self.issuer, self.endpoints) = (issuer, endpoints)
  }

  /// Where the server offers something.
  ///
  /// - Parameters:
  ///   - endpoint: What is asked for.
  ///   - showsCertificate: Whether the client shows a certificate there.
  /// - Returns: The URL.
  /// - Throws: ``AuthError/configuration(_:)`` with ``ConfigurationFault/endpointMissing``.
  public func url(
    of endpoint: ServerEndpoint, showingCertificate showsCertificate: Bool = false
  ) throws(AuthError) -> RequestURL {
    let url = showsCertificate ? certificateEndpoints[endpoint] ?? endpoints[endpoint] : endpoints[endpoint]
    guard let url else { throw .configuration(.endpointMissing) }
    return url
  }
}

extension ServerMetadata {
  /// Asks a server for its metadata.
  ///
  /// - Parameters:
  ///   - issuer: Who the server is; the document has to be about exactly this issuer.
  ///   - exchange: The network.
  ///   - kinds: Where to look, in this order; the next place is tried only when the server says that there is nothing.
  /// - Returns: The metadata.
  /// - Throws: ``AuthError/metadata(_:)``; ``AuthError/response(_:)`` when the server sends the request elsewhere;
  ///   ``AuthError/transport(_:)``.
  public static func discover(
    _ issuer: Issuer, over exchange: any HTTPExchange, at kinds: [MetadataKind] = [.openID, .oauth]
  ) async throws(AuthError) -> ServerMetadata {
    for kind in kinds {
      let request = try AuthError.transporting { () throws(TransportError) in
        try HTTPRequest(.get, kind.url(for: issuer), headers: HeaderFields(["Accept": "application/json"]))
      }
      let answer = try await exchange.checkedAnswer(to: request, limit: greatestSize)
      switch answer.status {
      case 200:
        guard answer.isJSON else { throw .metadata(.malformed) }
        return try ServerMetadata(document: answer.body, issuer: issuer)
      case 404, 410: continue
      default: throw .response(.status(answer.status))
      }
    }
    throw .metadata(.unavailable)
  }
}

extension ServerMetadata {
  /// The greatest size of a metadata document, in bytes.
  package static let greatestSize = 256 << 10

  /// Reads a metadata document.
  ///
  /// - Parameters:
  ///   - document: The document, JSON of at most 262,144 bytes.
  ///   - issuer: Who it has to be about.
  /// - Throws: ``AuthError/metadata(_:)`` for one that is malformed, about another issuer, or names an endpoint that is
  ///   not an `https` URL.
  public init(document: Data, issuer: Issuer) throws(AuthError) {
    let limits = JSONLimits(depth: 16, size: Self.greatestSize, values: 20_000)
    guard let object = (try? StrictJSON.parse(document, limits: limits))?.objectValue,
      let name = object["issuer"]?.stringValue
    else { throw .metadata(.malformed) }
    guard issuer.isNamed(name) else { throw .metadata(.issuerMismatch) }
    self.init(issuer: issuer)
    endpoints = try Self.endpoints(in: object)
    if let aliases = try Self.present("mtls_endpoint_aliases", in: object) {
      guard let aliases = aliases.objectValue else { throw .metadata(.malformed) }
      certificateEndpoints = try Self.endpoints(in: aliases)
    }
    statesProofKey = try Self.names("code_challenge_methods_supported", in: object).contains("S256")
    statesIssuerInCallback = try Self.flag("authorization_response_iss_parameter_supported", in: object)
    requiresPushedAuthorization = try Self.flag("require_pushed_authorization_requests", in: object)
    identityTokenAlgorithms = try Self.algorithms("id_token_signing_alg_values_supported", in: object)
    possessionAlgorithms = try Self.algorithms("dpop_signing_alg_values_supported", in: object)
  }

  private static func endpoints(in object: JSONObject) throws(AuthError) -> [ServerEndpoint: RequestURL] {
    var endpoints: [ServerEndpoint: RequestURL] = [:]
    for endpoint in ServerEndpoint.allCases {
      guard let value = try present(endpoint.rawValue, in: object) else { continue }
      guard let text = value.stringValue else { throw .metadata(.malformed) }
      // A fragment would be dropped without a word, and RFC 6749 §3.1 forbids it.
      guard !text.utf8.contains(0x23), let url = try? RequestURL(text) else {
        throw .metadata(.endpointInsecure)
      }
      endpoints[endpoint] = url
    }
    return endpoints
  }

  /// A member that is there and not `null`, which some servers write for what they do not have.
  private static func present(_ name: String, in object: JSONObject) throws(AuthError) -> JSONValue? {
    guard let value = object[name], !value.isNull else { return nil }
    return value
  }

  private static func flag(_ name: String, in object: JSONObject) throws(AuthError) -> Bool {
    guard let value = try present(name, in: object) else { return false }
    guard let flag = value.boolValue else { throw .metadata(.malformed) }
    return flag
  }

  private static func names(_ name: String, in object: JSONObject) throws(AuthError) -> [String] {
    guard let value = try present(name, in: object) else { return [] }
    guard let elements = value.arrayValue else { throw .metadata(.malformed) }
    let names = elements.compactMap(\.stringValue)
    guard names.count == elements.count else { throw .metadata(.malformed) }
    return names
  }

  private static func algorithms(
    _ name: String, in object: JSONObject
  ) throws(AuthError) -> Set<SignatureAlgorithm> {
    Set(try names(name, in: object).compactMap(SignatureAlgorithm.init(rawValue:)))
  }
}

/// Where a server keeps its metadata.
@nonexhaustive
public enum MetadataKind: String, Sendable, Hashable, CaseIterable {
  /// Behind the issuer's path (OpenID Connect Discovery §4.1).
  case openID = "/.well-known/openid-configuration"
  /// Between the issuer's host and its path (RFC 8414 §3.1).
  case oauth = "/.well-known/oauth-authorization-server"

  /// The document's URL.
  func url(for issuer: Issuer) throws(TransportError) -> RequestURL {
    let origin = try issuer.url.resolve("/")
    let base = String(origin.text.dropLast())
    var path = issuer.url.path
    if path.hasSuffix("/") { path.removeLast() }
    return switch self {
    case .openID: try RequestURL(base + path + rawValue)
    case .oauth: try RequestURL(base + rawValue + path)
    }
  }
}

/// What an authorization server can offer; the raw value is the name in its metadata.
///
/// The names of RFC 8414 §2, RFC 9126 §5, RFC 8628 §4, and OpenID Connect Discovery and RP-Initiated Logout.
@nonexhaustive
public enum ServerEndpoint: String, Sendable, Hashable, CaseIterable {
  /// Where a person logs in and consents.
  case authorization = "authorization_endpoint"
  /// Where tokens are granted.
  case token = "token_endpoint"
  /// Where the server's keys are.
  case keys = "jwks_uri"
  /// Where the parameters of a login are left beforehand.
  case pushedAuthorization = "pushed_authorization_request_endpoint"
  /// Where a device asks for a code that a person types elsewhere.
  case deviceAuthorization = "device_authorization_endpoint"
  /// Where tokens are revoked.
  case revocation = "revocation_endpoint"
  /// Where a server asks what a token is worth.
  case introspection = "introspection_endpoint"
  /// Where claims about the person are.
  case userInfo = "userinfo_endpoint"
  /// Where a person logs out.
  case endSession = "end_session_endpoint"
}

/// The identifier of an authorization server: an `https` URL without query, fragment and dot segments.
///
/// Two issuers are the same when their texts are, byte for byte: a slash at the end, a port that could be left out and the
/// case of letters all count (RFC 8414 §3.3, RFC 9207 §2.4).
public struct Issuer: Sendable, Hashable, CustomStringConvertible {
  /// The greatest length, in bytes.
  package static let greatestSize = 1024

  /// The identifier as it was written.
  public let description: String
  /// The identifier as a URL.
  let url: RequestURL

  /// Reads an identifier.
  ///
  /// - Parameter text: The identifier in ASCII, such as `https://login.example.com/tenant`; 1 to 1,024 bytes.
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
