#if !canImport(Darwin)
import CCurl
import OmamoriCore

/// Runs the requests of one session on a thread of its own; connections and TLS sessions are its alone.
///
/// The thread begins with the first request and ends with ``close()`` or with this object. Safe to use from any thread.
final class CurlEngine: Sendable {
  /// How a request is answered.
  typealias Answer = Result<HopResponse, TransportError>

  private let settings: EngineSettings
  private let mailbox: EngineMailbox

  init(_ settings: EngineSettings) {
    self.settings = settings
    mailbox = EngineMailbox()
  }

  deinit { mailbox.close(nil) }

  /// Runs a hop to its end, or to the end of its header when the body goes to a reader.
  ///
  /// Cancelling the task ends it at any stage. Whatever happens, there is exactly one answer.
  ///
  /// - Parameter transfer: The hop.
  /// - Returns: What came back.
  /// - Throws: Why nothing came back.
  func run(_ transfer: Transfer) async throws(TransportError) -> HopResponse {
    try start()
    let answer: Answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isTaken = mailbox.post(.start(transfer, continuation))
        if !isTaken { continuation.resume(returning: .failure(.closed)) }
      }
    } onCancel: {
      cancel(transfer)
    }
    return try answer.get()
  }

  /// Ends a hop, whatever it is doing.
  func cancel(_ transfer: Transfer) {
    transfer.markCancelled()
    _ = mailbox.post(.cancel(transfer))
  }

  /// Goes on with a hop that waited for its reader or its writer.
  func proceed(_ transfer: Transfer) { _ = mailbox.post(.proceed(transfer)) }

  /// Ends everything that is under way with ``TransportError/closed``, closes all connections, wipes the TLS sessions,
  /// and waits until that is done.
  func close() async {
    await withCheckedContinuation { continuation in mailbox.close(continuation) }
  }

  private func start() throws(TransportError) {
    try mailbox.begin { [settings, mailbox] () throws(TransportError) in
      let multi = try MultiHandle()
      let isStarted = OwnThread.start { EngineLoop(settings, mailbox, multi).run() }
      guard isStarted else { throw .system(code: OwnThread.refusal) }
      return multi
    }
  }
}
#endif
