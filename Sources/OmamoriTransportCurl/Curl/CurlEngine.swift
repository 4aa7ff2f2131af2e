import CCurl
import OmamoriCore
import OmamoriTransport

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

  /// Ends everything that is under way with `TransportError.closed`, closes all connections, wipes the TLS sessions,
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

/// What all requests of an engine have in common.
struct EngineSettings: Sendable {
  let policy: TransportPolicy
  let identity: ClientCredential?
  let events: ConnectionEvents
}

/// libcurl's set of running requests with its connections.
///
/// Only the thread of the engine uses it; others may wake that thread up.
@safe
// because the engine's thread alone uses it, except for waking it up, which is safe from any thread
final class MultiHandle: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer
  private var isOpen = true

  /// Connections that are kept open for further requests.
  private static let keptConnections = 64

  init() throws(TransportError) {
    guard CurlLibrary.status == CURLE_OK else { throw .backend(code: Int(CurlLibrary.status.rawValue)) }
    // because the deinitialiser frees it
    guard let pointer = unsafe curl_multi_init() else {
      throw .backend(code: Int(CURLE_OUT_OF_MEMORY.rawValue))
    }
    unsafe self.pointer = unsafe pointer
    unsafe _ = omamori_curl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, Self.keptConnections)
  }

  // because nobody uses an object that ends
  deinit { close() }

  /// Closes all connections; nothing else is called afterwards.
  func close() {
    guard isOpen else { return }
    isOpen = false
    unsafe _ = curl_multi_cleanup(pointer)
  }

  /// Ends the engine's wait.
  func wake() { unsafe _ = curl_multi_wakeup(pointer) }

  /// Waits for a socket, or to be woken up.
  func wait(_ milliseconds: Int32) { unsafe _ = curl_multi_poll(pointer, nil, 0, milliseconds, nil) }

  /// Does what can be done without waiting.
  func perform() {
    var running: Int32 = 0
    unsafe _ = curl_multi_perform(pointer, &running)
  }

  func add(_ handle: EasyHandle) -> Bool { unsafe curl_multi_add_handle(pointer, handle.pointer) == CURLM_OK }

  func remove(_ handle: EasyHandle) { unsafe _ = curl_multi_remove_handle(pointer, handle.pointer) }

  /// The next request that ended.
  func nextEnd() -> (key: Int, code: CURLcode)? {
    var handle: UnsafeMutableRawPointer?
    var code = CURLE_OK
    guard unsafe omamori_curl_next_end(pointer, &handle, &code) == 1, let handle = unsafe handle else {
      return nil
    }
    return (Int(bitPattern: handle), code)
  }
}
