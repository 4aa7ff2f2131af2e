#if !canImport(Darwin)
import OmamoriCore

extension SecureSession {
  /// Measures what judging a connection costs before each request.
  ///
  /// - Parameter request: A request, which is sent once.
  /// - Returns: The mean time of one judgement on a connection that was judged before.
  /// - Throws: ``TransportError``.
  @_spi(Testing)
  public func judgingTime(of request: Request) async throws(TransportError) -> Duration {
    let box = Protected(Duration.zero)
    let timeouts = policy.timeouts
    let engine = try await engines.engine(provingIdentity: true)
    var hop = Hop(
      request, server: try await server(request.url.host), place: nil, source: try Hop.Source(request.body),
      asksForGzip: false, destination: .memory(limit: policy.limits.bodyBytes),
      deadline: .now + timeouts.total,
      timeouts: timeouts,
      progress: nil)
    hop.judgingTime = { time in box.withLock { $0 = time } }
    _ = try await engine.run(Transfer(hop))
    return box.current
  }
}
#endif
