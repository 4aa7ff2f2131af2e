public import OmamoriTransport

/// Sends requests to servers; the port through which everything here reaches the network.
///
/// `SecureSession` conforms, so that pins, ATS and the policy hold for tokens too. An implementation follows no redirect,
/// bounds what it takes, and keeps neither cookies nor a cache. Safe to use from any thread.
public protocol HTTPExchange: Sendable {
  /// Sends a request and waits for the whole answer, whatever its status.
  ///
  /// - Parameter request: The request.
  /// - Returns: The answer.
  /// - Throws: `TransportError` when there is none; cancelling the task throws `TransportError.cancelled`.
  func answer(to request: Request) async throws(TransportError) -> HTTPAnswer
}
