#if !canImport(Darwin)
import CCurl

/// The TLS sessions of an engine, which later connections may resume; wiped when it goes.
// because the engine's thread alone uses it, and frees it after all handles
@safe
final class SessionShare {
  let pointer: UnsafeMutableRawPointer

  init?() {
    guard let pointer = unsafe curl_share_init() else { return nil }
    unsafe self.pointer = unsafe pointer
    guard unsafe omamori_curl_share_sessions(pointer) == CURLSHE_OK else { return nil }
  }

  deinit { unsafe _ = curl_share_cleanup(pointer) }
}
#endif
