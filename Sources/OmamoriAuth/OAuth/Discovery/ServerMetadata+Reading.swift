public import OmamoriCore
import OmamoriTransport

extension ServerMetadata {
  /// The greatest size of a metadata document, in bytes.
  public static let greatestSize = 256 << 10

  /// Reads a metadata document.
  ///
  /// - Parameters:
  ///   - document: The document, JSON of at most ``greatestSize`` bytes.
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
