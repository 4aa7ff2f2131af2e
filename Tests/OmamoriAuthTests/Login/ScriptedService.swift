import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl

@testable import OmamoriAuth

/// A service in the same process: answers each request by a closure, and remembers what came.
final class ScriptedService: HTTPExchange {
  /// A request as a server sees it.
  struct Arrival: Sendable {
    let method: HTTPMethod
    let url: String
    let fields: HeaderFields
    let body: JSONValue?

    var token: String? { fields.values("Authorization").first }
  }

  private let state = Protected<[Arrival]>([])
  private let respond: @Sendable (Arrival) async throws(TransportError) -> HTTPAnswer

  init(_ respond: @escaping @Sendable (Arrival) async throws(TransportError) -> HTTPAnswer) {
    self.respond = respond
  }

  var arrivals: [Arrival] { state.current }

  func answer(to request: HTTPRequest) async throws(TransportError) -> HTTPAnswer {
    let body = try await request.body.collected()
    let arrival = Arrival(
      method: request.method, url: request.url.text, fields: request.headers,
      body: body.isEmpty ? nil : try? StrictJSON.parse(body))
    state.withLock { $0.append(arrival) }
    return try await respond(arrival)
  }
}

extension HTTPAnswer {
  /// An answer with JSON.
  static func json(
    _ value: JSONValue, status: Int = 200, _ fields: KeyValuePairs<String, String> = [:]
  ) throws(TransportError) -> HTTPAnswer {
    var all = try ResponseFields(["Content-Type": "application/json"])
    for (name, value) in fields { try all.append(Array("\(name): \(value)".utf8)) }
    return HTTPAnswer(status: status, fields: all, body: Data(value.utf8()))
  }

  /// An answer that refuses a token.
  static func unauthorized(_ challenge: String? = #"Bearer error="invalid_token""#) throws(TransportError)
    -> HTTPAnswer
  {
    try .json([:], status: 401, challenge.map { ["WWW-Authenticate": $0] } ?? [:])
  }
}
