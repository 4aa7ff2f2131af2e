@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// An authorization server in the same process: it grants, rotates, revokes and examines tokens as the specifications
/// say, and misbehaves where a test asks for it.
final class TestAuthorizationServer: HTTPExchange {
  struct Grant: Sendable {
    var client: String
    var subject = "248289761001"
    var scope: String
    var redirectURI = ""
    var challenge: String?
    var nonce: String?
    var keyThumbprint: String?
    var family = 0
    var isUsed = false
    var usedAt: Date?
    var successor: JSONObject?
  }

  struct State {
    var behaviour = ServerBehaviour()
    var clients: [String: ServerClient] = [:]
    var keys: [JSONWebKey] = []
    var count = 0
    var codes: [String: Grant] = [:]
    var refreshTokens: [String: Grant] = [:]
    var accessTokens: [String: Grant] = [:]
    var revokedFamilies: Set<Int> = []
    var pushed: [String: [String: String]] = [:]
    var devices: [String: (grant: Grant, state: DeviceState)] = [:]
    var nonce = "nonce-0"
    var proofIdentifiers: Set<String> = []
    var log: [String] = []
    var forms: [[String: String]] = []
    var fields: [[String: String]] = []
  }

  let issuer: String
  let clock: ManualClock
  let state: Protected<State>

  init(issuer: String = "https://as.example", clock: ManualClock = ManualClock()) throws {
    (self.issuer, self.clock) = (issuer, clock)
    var first = State()
    first.keys = [try TestKeys.key(.rs256, named: "rsa-1"), try TestKeys.key(.es256, named: "ec-1")]
    state = Protected(first)
  }

  /// Changes how the server behaves from now on.
  func behave(_ change: (inout ServerBehaviour) -> Void) { state.withLock { change(&$0.behaviour) } }

  var behaviour: ServerBehaviour { state.withLock { $0.behaviour } }

  /// The paths that were asked for, in order.
  var log: [String] { state.withLock { $0.log } }

  /// The last form that was sent.
  var lastForm: [String: String] { state.withLock { $0.forms.last ?? [:] } }

  /// The header fields of the last request.
  var lastFields: [String: String] { state.withLock { $0.fields.last ?? [:] } }

  /// A text that no other call gives.
  func fresh(_ prefix: String) -> String {
    state.withLock { state in
      state.count += 1
      return "\(prefix)-\(state.count)"
    }
  }

  func answer(to request: HTTPRequest) async throws(TransportError) -> HTTPAnswer {
    let path = request.url.path
    let form = try await FormReader.fields(of: request)
    var fields: [String: String] = [:]
    for field in request.headers.fields { fields[field.name.lowercased()] = field.value }
    let (failure, scripted): (TransportError?, HTTPAnswer?) = state.withLock { state in
      state.log.append(path)
      state.forms.append(form)
      state.fields.append(fields)
      if var failures = state.behaviour.failures[path], !failures.isEmpty {
        let failure = failures.removeFirst()
        state.behaviour.failures[path] = failures
        return (failure, nil)
      }
      if var answers = state.behaviour.scripted[path], !answers.isEmpty {
        let answer = answers.removeFirst()
        state.behaviour.scripted[path] = answers
        return (nil, answer)
      }
      return (nil, nil)
    }
    if let failure { throw failure }
    if let scripted { return scripted }
    do {
      return try await route(path, request, form, fields)
    } catch let refusal as Refusal {
      return refusal.answer
    } catch {
      Issue.record("the server failed: \(error)")
      return ServerAnswers.error("server_error", status: 500)
    }
  }

  private func route(
    _ path: String, _ request: HTTPRequest, _ form: [String: String], _ fields: [String: String]
  ) async throws -> HTTPAnswer {
    switch path {
    case "/.well-known/openid-configuration", "/tenant/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server/tenant":
      return metadata()
    case "/jwks": return ServerAnswers.json(try keySet())
    case "/par": return try await push(request, form, fields)
    case "/token": return try await token(request, form, fields)
    case "/revoke": return try await revoke(form, fields)
    case "/introspect": return try await introspect(form, fields)
    case "/userinfo": return try await userInfo(request, fields)
    case "/device": return try await beginDevice(form, fields)
    default: return HTTPAnswer(status: 404)
    }
  }
}

/// A client that the server knows.
struct ServerClient: Sendable {
  var secret: String?
  var key: JSONWebKey?
  var redirectURIs: Set<String> = []
}

/// What a person did with a device's code.
enum DeviceState: Sendable { case pending, approved, declined }

/// An answer that ends the work on a request.
struct Refusal: Error {
  let answer: HTTPAnswer

  init(_ code: String, status: Int = 400) { answer = ServerAnswers.error(code, status: status) }
  init(_ answer: HTTPAnswer) { self.answer = answer }
}
