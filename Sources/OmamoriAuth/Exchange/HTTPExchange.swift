import OmamoriCore
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
  func answer(to request: HTTPRequest) async throws(TransportError) -> HTTPAnswer
}

extension HTTPExchange {
  /// Sends a request; refuses an answer that leads elsewhere or is too large.
  func checkedAnswer(to request: HTTPRequest, limit: Int) async throws(AuthError) -> HTTPAnswer {
    let answer: HTTPAnswer
    do throws(TransportError) {
      answer = try await self.answer(to: request)
    } catch {
      throw AuthError(sending: error)
    }
    guard !(300...399).contains(answer.status) else { throw .response(.unexpectedRedirect) }
    guard answer.body.count <= limit else { throw .response(.tooLarge(limit: limit)) }
    return answer
  }
}

extension HTTPAnswer {
  /// Whether it says that it is JSON, once.
  var isJSON: Bool {
    let types = fields.values("Content-Type")
    guard types.count == 1, let type = MediaType(types[0]) else { return false }
    return type.isJSON
  }

  /// Whether it says that it is a page for people.
  var isPage: Bool {
    fields.values("Content-Type").compactMap(MediaType.init).contains {
      $0.type == "text" && $0.subtype == "html"
    }
  }
}

extension AuthError {
  /// What a failure to send means.
  init(sending error: TransportError) {
    self = error == .cancelled ? .cancelled : .transport(error)
  }

  /// Calls the transport's own checks under this module's errors.
  static func transporting<Result: ~Copyable>(
    _ body: () throws(TransportError) -> Result
  ) throws(AuthError) -> Result {
    do throws(TransportError) { return try body() } catch { throw .transport(error) }
  }
}
