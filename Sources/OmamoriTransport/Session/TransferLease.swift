#if !canImport(Darwin)
import OmamoriCore

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
#endif
