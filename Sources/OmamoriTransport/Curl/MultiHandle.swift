#if !canImport(Darwin)
import CCurl

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
#endif
