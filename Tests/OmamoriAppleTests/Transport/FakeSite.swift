import Foundation
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Security
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A server of these tests: its chain, what it answers, and what it was sent.
final class FakeSite: Sendable {
  /// What it answers.
  enum Reply: Sendable {
    case response(status: Int, fields: [String: String], body: Data)
    case failure(URLError.Code)
    case silence
  }

  private struct State {
    var requests: [URLRequest] = []
    var challengeCount = 0
    var connected: Set<ObjectIdentifier> = []
    var identityCount = 0
  }

  let port: Int
  private let trust: SecTrust?
  private let reply: @Sendable (URLRequest) -> Reply
  private let state = Protected(State())

  /// Opens the site at a port of its own, by which it is found.
  ///
  /// - Parameters:
  ///   - trust: What the system makes of its chain; `nil` for a site that brings no challenge.
  ///   - reply: What it answers.
  init(trust: SecTrust? = serverTrust(), reply: @escaping @Sendable (URLRequest) -> Reply) {
    (self.trust, self.reply) = (trust, reply)
    port = sites.withLock { sites in
      sites.append(nil)
      return sites.count
    }
    sites.withLock { $0[port - 1] = self }
  }

  convenience init(
    trust: SecTrust? = serverTrust(), status: Int = 200, fields: [String: String] = [:], body: String = ""
  ) {
    self.init(trust: trust) { _ in .response(status: status, fields: fields, body: Data(body.utf8)) }
  }

  /// The URL of a path.
  func url(_ path: String = "/", host: String = ServerChain.host) throws -> RequestURL {
    try RequestURL("https://\(host):\(port)\(path)")
  }

  /// What was sent to it, after it had been admitted.
  var requests: [URLRequest] { state.current.requests }
  /// How many connections were made to it.
  var challengeCount: Int { state.current.challengeCount }
  /// How often a client certificate was shown.
  var identityCount: Int { state.current.identityCount }

  fileprivate static func at(_ port: Int?) -> FakeSite? {
    sites.withLock { sites in port.flatMap { (1...sites.count).contains($0) ? sites[$0 - 1] : nil } }
  }

  /// Whether the connection is admitted; a delegate that made one before uses it again.
  fileprivate func connect(_ delegate: any URLSessionTaskDelegate, host: String) async throws -> Bool {
    guard let trust else { return true }
    let isConnected = state.withLock { $0.connected.contains(ObjectIdentifier(delegate)) }
    if isConnected { return true }
    state.withLock { $0.challengeCount += 1 }
    let answer = try await delegate.answer(challenge(host: host, trust: trust))
    guard answer.disposition == .useCredential else { return false }
    state.withLock { _ = $0.connected.insert(ObjectIdentifier(delegate)) }
    let identity = try await delegate.answer(
      challenge(NSURLAuthenticationMethodClientCertificate, host: host))
    if identity.disposition == .useCredential { state.withLock { $0.identityCount += 1 } }
    return true
  }

  fileprivate func answer(_ request: URLRequest) -> Reply {
    state.withLock { $0.requests.append(request) }
    return reply(request)
  }
}

private let sites = Protected<[FakeSite?]>([])

/// Loads from a ``FakeSite`` in the order in which Apple's URL loading system calls its delegate.
final class FakeNetwork: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  private let lock = NSRecursiveLock()
  private var isStopped = false

  override func stopLoading() { lock.withLock { isStopped = true } }

  /// Tells the loading system something, unless it has stopped this: then the task is gone, and a word about it traps.
  fileprivate func report(_ event: (any URLProtocolClient) -> Void) {
    lock.withLock {
      if !isStopped, let client { event(client) }
    }
  }

  override func startLoading() {
    let loading = Loading(loader: self)
    Task {
      do {
        try await loading.load()
      } catch {
        loading.loader.report { $0.urlProtocol(loading.loader, didFailWithError: error) }
      }
    }
  }
}

/// One loading on its way.
// because each has a loader of its own, whose fields are set before it starts
private struct Loading: @unchecked Sendable {
  let loader: FakeNetwork

  func load() async throws {
    guard let task = loader.task, let delegate = task.delegate, let url = loader.request.url,
      let host = url.host,
      let site = FakeSite.at(url.port)
    else { throw URLError(.cannotFindHost) }
    guard try await site.connect(delegate, host: host) else { throw URLError(.cancelled) }
    switch site.answer(loader.request) {
    case .failure(let code): throw URLError(code)
    case .silence: break
    case .response(let status, let fields, let body):
      guard
        let response = HTTPURLResponse(
          url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
      else { throw URLError(.badServerResponse) }
      if let location = fields["Location"], let target = URL(string: location, relativeTo: url) {
        let next = await withCheckedContinuation { continuation in
          delegate.urlSession(
            .shared, task: task, willPerformHTTPRedirection: response, newRequest: URLRequest(url: target)
          ) { continuation.resume(returning: $0) }
        }
        guard next == nil else { throw URLError(.httpTooManyRedirects) }
      }
      loader.report { $0.urlProtocol(loader, didReceive: response, cacheStoragePolicy: .notAllowed) }
      if !body.isEmpty { loader.report { $0.urlProtocol(loader, didLoad: body) } }
      loader.report { $0.urlProtocolDidFinishLoading(loader) }
    }
  }
}
