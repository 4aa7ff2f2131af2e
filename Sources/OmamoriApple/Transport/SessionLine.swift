import Foundation
import OmamoriCore
import OmamoriTransport
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A `URLSession` of an ``AppleSecureSession``, for hosts with the same oldest version of TLS, with a client identity or
/// without; connections and TLS sessions are its own.
final class SessionLine: Sendable {
  private let delegate: ExchangeDelegate
  private let session: URLSession
  private let clock: any WallClock
  private let isClosed = Protected(false)

  init(_ delegate: ExchangeDelegate, _ configuration: URLSessionConfiguration, clock: any WallClock) {
    (self.delegate, self.clock) = (delegate, clock)
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Ends everything that is on its way.
  func close() {
    isClosed.withLock { $0 = true }
    session.invalidateAndCancel()
  }

  /// What came back from one hop.
  struct Answer {
    let status: Int
    let fields: ResponseFields
    let body: Data
    let verdict: ConnectionVerdict
    /// Whether the host had been admitted before.
    let isReused: Bool
  }

  /// Sends a request without following redirects.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - judge: The judge of its host.
  ///   - limits: How much is taken from the server.
  ///   - idle: How long nothing may happen.
  ///   - deadline: When it has to be over.
  ///   - progress: Hears how many bytes of the body were sent.
  /// - Returns: What came back.
  /// - Throws: `TransportError`.
  func send(
    _ request: HTTPRequest, judge: ConnectionJudge, limits: ResponseLimits, idle: Duration,
    deadline: ContinuousClock.Instant, progress: (@Sendable (Int64) -> Void)?
  ) async throws(TransportError) -> Answer {
    let known = delegate.pinned.ledger.admission(of: judge.policy.host)
    if let known {
      // A connection that is used again brings no challenge, so its chain is judged again here.
      let verdict = judge.again(known, at: clock.date)
      guard verdict.admits else { throw .refused(verdict) }
    }
    let exchange = DataExchange(limit: limits.bodyBytes, progress: progress)
    // A session that was invalidated traps when it is asked for a task.
    let task = try isClosed.withLock { isClosed throws(TransportError) in
      guard !isClosed else { throw .closed }
      return try makeTask(for: request, idle: idle)
    }
    delegate.add(exchange, for: task)
    let timer = Task {
      try await Task.sleep(until: deadline, clock: .continuous)
      exchange.abort(.timedOut)
      task.cancel()
    }
    defer { timer.cancel() }
    let end = await withTaskCancellationHandler {
      await exchange.end { task.resume() }
    } onCancel: {
      exchange.abort(.cancelled)
      task.cancel()
    }
    return try answer(end, judge, limits, isReused: known != nil)
  }

  private func makeTask(for request: HTTPRequest, idle: Duration) throws(TransportError) -> URLSessionTask {
    var message = try URLRequest(request)
    message.timeoutInterval = idle.inSeconds
    switch request.body {
    case .none: return session.dataTask(with: message)
    case .bytes(let data, _):
      message.httpBody = data
      return session.dataTask(with: message)
    case .file(let path, _): return session.uploadTask(with: message, fromFile: URL(filePath: path))
    case .stream, .multipart: throw .unsupported
    }
  }

  private func answer(
    _ end: DataExchange.End, _ judge: ConnectionJudge, _ limits: ResponseLimits, isReused: Bool
  ) throws(TransportError) -> Answer {
    let host = judge.policy.host
    let ledger = delegate.pinned.ledger
    switch end {
    case .failed(let error): throw error
    case .loading(code: NSURLErrorCancelled) where isClosed.current: throw .closed
    case .loading(let code):
      throw TransportError(urlLoadingCode: code, host: host, refusal: ledger.refusal(of: host))
    case .response(let response, let body):
      // Without a verdict of this session the response came over a connection that nobody judged.
      guard let verdict = ledger.admission(of: host) else {
        throw .refused(judge.refusal(.untrustedRoot, at: clock.date))
      }
      return Answer(
        status: response.statusCode, fields: try ResponseFields(response, limits: limits), body: body,
        verdict: verdict, isReused: isReused)
    }
  }
}
