import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl

@testable import OmamoriAuth

/// A server of keys inside the process that counts its requests, answers as it is told, and can be held up.
actor KeyServer: HTTPExchange {
  private(set) var requests: [HTTPRequest] = []
  private var answers: [Result<HTTPAnswer, TransportError>]
  private var held: [CheckedContinuation<Void, Never>] = []
  private var isHolding = false

  /// Gives these answers one after the other, the last one again and again.
  init(_ answers: Result<HTTPAnswer, TransportError>...) { self.answers = answers }

  var count: Int { requests.count }

  func answer(to request: HTTPRequest) async throws(TransportError) -> HTTPAnswer {
    requests.append(request)
    if isHolding { await withCheckedContinuation { held.append($0) } }
    let answer = answers.count > 1 ? answers.removeFirst() : answers.first
    guard let answer else { throw .notConnected }
    return try answer.get()
  }

  /// Replaces the answers.
  func set(_ answers: Result<HTTPAnswer, TransportError>...) { self.answers = answers }

  /// Lets requests wait.
  func hold() { isHolding = true }

  /// Lets them go on.
  func release() {
    isHolding = false
    for continuation in held { continuation.resume() }
    held = []
  }

  /// Waits until there were as many requests.
  func waitForRequests(_ count: Int) async {
    for _ in 0..<10_000 where requests.count < count { await Task.yield() }
  }

  /// An answer with keys.
  static func keys(
    _ keys: [JSONWebKey], cacheControl: String? = nil
  ) throws -> Result<HTTPAnswer, TransportError> {
    let body = Data(JSONValue.object(try JSONWebKeySet(keys).publicMembers).utf8())
    let fields = try cacheControl.map { try ResponseFields(["Cache-Control": $0]) } ?? ResponseFields()
    return .success(HTTPAnswer(status: 200, fields: fields, body: body))
  }
}
