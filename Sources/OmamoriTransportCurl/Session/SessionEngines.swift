import OmamoriCore
import OmamoriTransport

/// The engines of a session: one that proves who the client is, if there is an identity, and one that does not.
///
/// They share no connection, so that a redirect to another origin never travels with the client's certificate.
final class SessionEngines: Sendable {
  private struct State {
    var identified: CurlEngine?
    var isClosed = false
  }

  private let policy: TransportPolicy
  private let identity: (any ClientIdentity)?
  private let events: ConnectionEvents
  private let plain: CurlEngine
  private let state = Protected(State())

  init(_ policy: TransportPolicy, identity: (any ClientIdentity)?, events: ConnectionEvents) {
    (self.policy, self.identity, self.events) = (policy, identity, events)
    plain = CurlEngine(EngineSettings(policy: policy, identity: nil, events: events))
  }

  /// The engine for a request.
  ///
  /// - Parameter provesIdentity: Whether the client's certificate may be shown.
  /// - Returns: The engine.
  /// - Throws: `TransportError.clientIdentity` and `TransportError.closed`.
  func engine(provingIdentity provesIdentity: Bool) async throws(TransportError) -> CurlEngine {
    guard provesIdentity, let identity else { return plain }
    let (known, isClosed) = state.withLock { ($0.identified, $0.isClosed) }
    if isClosed { throw .closed }
    if let known { return known }
    let credential = try await ClientCredential(identity)
    return try state.withLock { state throws(TransportError) in
      guard !state.isClosed else { throw .closed }
      if let engine = state.identified { return engine }
      let engine = CurlEngine(EngineSettings(policy: policy, identity: credential, events: events))
      state.identified = engine
      return engine
    }
  }

  /// Closes both, waits for them, and forgets the client's key.
  func close() async {
    let identified = state.withLock { state in
      state.isClosed = true
      return state.identified
    }
    await identified?.close()
    await plain.close()
    state.withLock { $0.identified = nil }
  }
}

/// Keeps a transfer alive as long as somebody may read its body, decompresses it, and ends it when nobody does.
final class TransferLease: Sendable {
  private let transfer: Transfer
  private let pipe: DownloadPipe
  private let engine: CurlEngine
  private let decoder: Protected<GzipDecoder>?

  init(_ transfer: Transfer, pipe: DownloadPipe, engine: CurlEngine, decoder: Protected<GzipDecoder>?) {
    (self.transfer, self.pipe, self.engine, self.decoder) = (transfer, pipe, engine, decoder)
  }

  deinit { engine.cancel(transfer) }

  func next() async throws(TransportError) -> Data? {
    guard let decoder else { return try await nextAsSent() }
    while !Task.isCancelled {
      if let piece = try decompressed(decoder) { return piece }
      guard let bytes = try await nextAsSent() else {
        try decoder.withLock { decoder throws(TransportError) in try decoder.finish() }
        return nil
      }
      decoder.withLock { $0.take(bytes) }
    }
    engine.cancel(transfer)
    throw .cancelled
  }

  /// What comes out of the decoder; what it cannot read ends the transfer.
  private func decompressed(_ decoder: Protected<GzipDecoder>) throws(TransportError) -> Data? {
    do throws(TransportError) {
      return try decoder.withLock { decoder throws(TransportError) in try decoder.next() }
    } catch {
      engine.cancel(transfer)
      throw error
    }
  }

  private func nextAsSent() async throws(TransportError) -> Data? {
    let piece: Result<Data?, TransportError> = await withTaskCancellationHandler {
      do throws(TransportError) {
        return .success(try await pipe.next { engine.proceed(transfer) })
      } catch {
        return .failure(error)
      }
    } onCancel: {
      engine.cancel(transfer)
    }
    return try piece.get()
  }
}
