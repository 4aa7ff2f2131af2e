#if !canImport(Darwin)
import OmamoriAuth
import OmamoriCore
import OmamoriTransport

/// A connection that remembers its last answer, so that a message can say what was wrong in it.
///
/// For metadata only, which is public; errors themselves hold nothing of an answer.
struct RememberingExchange: HTTPExchange {
  private let exchange: any HTTPExchange
  private let last = Protected<HTTPAnswer?>(nil)

  init(_ exchange: any HTTPExchange) { self.exchange = exchange }

  func answer(to request: Request) async throws(TransportError) -> HTTPAnswer {
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
#endif
