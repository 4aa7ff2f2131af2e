#if !canImport(Darwin)
import OmamoriCore

/// Keeps a transfer alive as long as somebody may read its body, and ends it when nobody does.
final class TransferLease: Sendable {
  private let transfer: Transfer
  private let pipe: DownloadPipe
  private let engine: CurlEngine

  init(_ transfer: Transfer, pipe: DownloadPipe, engine: CurlEngine) {
    (self.transfer, self.pipe, self.engine) = (transfer, pipe, engine)
  }

  deinit { engine.cancel(transfer) }

  func next() async throws(TransportError) -> Data? {
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
