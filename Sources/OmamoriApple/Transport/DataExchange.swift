import Foundation
import OmamoriCore
import OmamoriTransport
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One task on its way: what has come in, within the policy's limits, and who waits for it.
///
/// Safe to share between threads; it ends once.
final class DataExchange: Sendable {
  /// What a task ends with.
  enum End: Sendable {
    /// A response and its body.
    case response(HTTPURLResponse, Data)
    /// An error of the URL loading system, by its code.
    case loading(code: Int)
    /// An error that was found here.
    case failed(TransportError)
  }

  private struct State {
    var response: HTTPURLResponse?
    var body = Data()
    var failure: TransportError?
    var end: End?
    var waiter: CheckedContinuation<End, Never>?
  }

  private let limit: Int
  private let progress: (@Sendable (Int64) -> Void)?
  private let state = Protected(State())

  /// Begins with nothing.
  ///
  /// - Parameters:
  ///   - limit: The greatest body that is taken, in bytes.
  ///   - progress: Hears how many bytes of the request's body were sent.
  init(limit: Int, progress: (@Sendable (Int64) -> Void)?) { (self.limit, self.progress) = (limit, progress) }

  /// Takes the header; gives whether the body may come.
  func take(_ response: URLResponse) -> Bool {
    state.withLock { state in
      guard let response = response as? HTTPURLResponse else {
        state.failure = state.failure ?? .malformedResponse
        return false
      }
      state.response = response
      if response.expectedContentLength > Int64(limit) {
        state.failure = state.failure ?? .responseTooLarge(limit: limit)
      }
      return state.failure == nil
    }
  }

  /// Takes a piece of the body; gives whether more may come.
  func take(_ piece: Data) -> Bool {
    state.withLock { state in
      guard state.failure == nil else { return false }
      guard piece.count <= limit - state.body.count else {
        (state.failure, state.body) = (.responseTooLarge(limit: limit), Data())
        return false
      }
      state.body.append(piece)
      return true
    }
  }

  /// Hears how much of the request's body was sent.
  func sent(_ count: Int64) { progress?(count) }

  /// Ends at once because of something that is not the server's doing; the task has to be cancelled, too.
  func abort(_ error: TransportError) {
    state.withLock { $0.failure = $0.failure ?? error }
    finish(code: nil)
  }

  /// Ends: the first call counts.
  ///
  /// - Parameter code: The error's code in `NSURLErrorDomain`; `nil` for none.
  func finish(code: Int?) {
    let (waiter, end) = state.withLock { state -> (CheckedContinuation<End, Never>?, End) in
      let end: End = state.end ?? Self.end(state, code: code)
      (state.end, state.body) = (end, Data())
      defer { state.waiter = nil }
      return (state.waiter, end)
    }
    waiter?.resume(returning: end)
  }

  /// Waits for the end; once.
  ///
  /// - Parameter start: Called when somebody waits.
  /// - Returns: What the task ended with.
  func end(_ start: () -> Void) async -> End {
    await withCheckedContinuation { continuation in
      let end = state.withLock { state -> End? in
        if state.end == nil { state.waiter = continuation }
        return state.end
      }
      if let end { continuation.resume(returning: end) }
      start()
    }
  }

  private static func end(_ state: State, code: Int?) -> End {
    if let failure = state.failure { return .failed(failure) }
    if let code { return .loading(code: code) }
    guard let response = state.response else { return .failed(.malformedResponse) }
    return .response(response, state.body)
  }
}
