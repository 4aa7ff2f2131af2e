import Foundation
import OmamoriCore
import OmamoriTransport
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The delegate of a session's own `URLSession`: trust is decided by a ``PinnedSessionDelegate``, and what comes in goes to
/// the exchange of its task.
final class ExchangeDelegate: NSObject, URLSessionDataDelegate {
  /// Who decides on trust.
  let pinned: PinnedSessionDelegate
  private let exchanges = Protected<[Int: DataExchange]>([:])

  init(_ pinned: PinnedSessionDelegate) { self.pinned = pinned }

  /// Begins to hand what a task brings to an exchange, until the task ends.
  func add(_ exchange: DataExchange, for task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  private func exchange(_ task: URLSessionTask) -> DataExchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping PinnedSessionDelegate.Answer
  ) {
    pinned.answer(challenge, completionHandler)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping PinnedSessionDelegate.Answer
  ) {
    pinned.answer(challenge, completionHandler)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // The response is the redirect; the session decides what becomes of it and makes a request of its own.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    exchange(task)?.sent(totalBytesSent)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(exchange(dataTask)?.take(response) == true ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if exchange(dataTask)?.take(data) != true { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    exchange?.finish(code: error.map { ($0 as NSError).code })
  }
}
