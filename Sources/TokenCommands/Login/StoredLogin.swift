import OmamoriAuth
import OmamoriCore
import OmamoriTransport

/// What has to be known of a login to use its session later: the server, the client, and which roots are trusted.
struct StoredLogin: Sendable {
  /// What the person calls it.
  let name: String
  let server: ServerMetadata
  /// The client's identifier.
  let client: String
  /// The client's secret; `nil` for a public client.
  let secret: SecretText?
  /// Whether the server takes the secret in the body only.
  let sendsSecretInBody: Bool
  /// The service that the tokens are for.
  let resource: String?
  /// What was asked for.
  let scope: [String]
  /// The file with further root certificates, as it was read.
  let authorities: [UInt8]?
  /// Whom identity tokens may be for beside the client.
  var trustedAudiences: Set<String> = []

  /// What a login is called that the person gives no name.
  static func standardName(_ issuer: Issuer, _ client: String, _ resource: String?) -> String {
    ([issuer.description, client] + (resource.map { [$0] } ?? [])).joined(separator: " ")
  }

  /// The name of its session in the keychain, which no login at another server ever has.
  var sessionName: String {
    let standard = Self.standardName(server.issuer, client, resource)
    return name == standard ? name : "\(name) (\(standard))"
  }

  /// Whose session it is.
  var identity: SessionIdentity { SessionIdentity(issuer: server.issuer.description, client: client) }

  /// How the client proves which it is.
  var authentication: ClientAuthentication {
    guard let secret else { return .none }
    return sendsSecretInBody ? .secretInBody(secret) : .secretInHeader(secret)
  }

  /// A client that talks to the server over a connection.
  func client(over exchange: any HTTPExchange) throws(AuthError) -> OAuthClient {
    var result = try OAuthClient(
      metadata: server, identifier: client, authentication: authentication, exchange: exchange)
    result.trustedAudiences = trustedAudiences
    return result
  }
}

// MARK: - Storing

extension StoredLogin {
  private static let version = 1
  /// The most bytes of a login; root certificates are most of it.
  private static let greatestSize = 1 << 20

  /// The login as it is kept in the keychain, without its name.
  func encoded() -> SharedSecretBytes {
    var object: JSONObject = [
      "version": .integer(Self.version), "issuer": .string(server.issuer.description),
      "client": .string(client), "scope": .array(scope.map(JSONValue.string)),
    ]
    if let secret {
      object["secret"] = .string(secret.reveal())
      object["secretInBody"] = .bool(sendsSecretInBody)
    }
    if let resource { object["resource"] = .string(resource) }
    if let authorities { object["authorities"] = .string(Base64URL.encode(authorities)) }
    if !trustedAudiences.isEmpty {
      object["trustedAudiences"] = .array(trustedAudiences.sorted().map(JSONValue.string))
    }
    var endpoints = JSONObject()
    for endpoint in ServerEndpoint.allCases {
      if let url = server.endpoints[endpoint] { endpoints[endpoint.rawValue] = .string(url.text) }
    }
    object["endpoints"] = .object(endpoints)
    let algorithms = server.identityTokenAlgorithms.map(\.rawValue).sorted()
    object["algorithms"] = .array(algorithms.map(JSONValue.string))
    return SharedSecretBytes(SecretBytes(copying: JSONValue.object(object).utf8()))
  }

  /// Reads what ``encoded()`` wrote.
  ///
  /// - Throws: `session(.newerFormat)` and `session(.corrupt)`.
  init(_ name: String, _ stored: SharedSecretBytes) throws(AuthError) {
    // because the copy is made before the closure returns
    let bytes = stored.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
    let limits = JSONLimits(depth: 4, size: Self.greatestSize, values: 1000)
    guard let object = (try? StrictJSON.parse(bytes, limits: limits))?.objectValue,
      let version = object["version"]?.intValue
    else { throw .session(.corrupt) }
    guard version <= Self.version else { throw .session(.newerFormat) }
    guard let issuer = object["issuer"]?.stringValue, let client = object["client"]?.stringValue else {
      throw .session(.corrupt)
    }
    var server = ServerMetadata(issuer: try Issuer(issuer))
    for member in object["endpoints"]?.objectValue?.members ?? [] {
      guard let endpoint = ServerEndpoint(rawValue: member.name), let text = member.value.stringValue,
        let url = try? RequestURL(text)
      else { throw .session(.corrupt) }
      server.endpoints[endpoint] = url
    }
    server.identityTokenAlgorithms = Set(
      Self.texts(object["algorithms"]).compactMap(SignatureAlgorithm.init(rawValue:)))
    (self.name, self.server, self.client) = (name, server, client)
    secret = object["secret"]?.stringValue.map { SecretText(copying: $0) }
    sendsSecretInBody = object["secretInBody"]?.boolValue ?? false
    resource = object["resource"]?.stringValue
    scope = Self.texts(object["scope"])
    trustedAudiences = Set(Self.texts(object["trustedAudiences"]))
    authorities = object["authorities"]?.stringValue.flatMap { try? Base64URL.decode($0) }
  }

  private static func texts(_ value: JSONValue?) -> [String] {
    value?.arrayValue?.compactMap(\.stringValue) ?? []
  }
}

/// A connection that remembers its last answer, so that a message can say what was wrong in it.
///
/// For metadata only, which is public; errors themselves hold nothing of an answer.
struct RememberingExchange: HTTPExchange {
  private let exchange: any HTTPExchange
  private let last = Protected<HTTPAnswer?>(nil)

  init(_ exchange: any HTTPExchange) { self.exchange = exchange }

  func answer(to request: HTTPRequest) async throws(TransportError) -> HTTPAnswer {
    let answer = try await exchange.answer(to: request)
    last.withLock { $0 = answer }
    return answer
  }

  /// The issuer that the last answer names, if it is metadata.
  var issuer: String? {
    guard let answer = last.current else { return nil }
    let limits = JSONLimits(depth: 16, size: ServerMetadata.greatestSize, values: 20_000)
    // because what cannot be read names nobody
    return (try? StrictJSON.parse(Array(answer.body), limits: limits))?["issuer"]?.stringValue
  }
}
