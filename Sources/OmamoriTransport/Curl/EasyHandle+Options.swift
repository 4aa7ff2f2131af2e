#if !canImport(Darwin)
import CCurl
import OmamoriCore

extension EasyHandle {
  /// Sets everything that is the same for all requests of a session; says whether libcurl took all of it.
  func configure(_ session: EngineSettings, share: UnsafeMutableRawPointer?) -> Bool {
    let policy = session.policy
    bindErrorText()
    bindCallbacks()
    // because the share outlives all handles of its loop
    unsafe _ = omamori_curl_set_pointer(pointer, CURLOPT_SHARE, share)
    // because the handle is this object's own
    let isClosedOnExec = unsafe omamori_curl_close_sockets_on_exec(pointer) == CURLE_OK
    return isClosedOnExec && setNumbers() && setTrust() && setProxy(policy.proxy)
  }

  private func setNumbers() -> Bool {
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_NOSIGNAL, 1),
      (CURLOPT_NOPROGRESS, 1),
      (CURLOPT_FOLLOWLOCATION, 0),
      (CURLOPT_PATH_AS_IS, 1),
      (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS)),
      (CURLOPT_PIPEWAIT, 1),
      (CURLOPT_HTTP09_ALLOWED, 0),
      (CURLOPT_DNS_CACHE_TIMEOUT, -1),
      (CURLOPT_TCP_KEEPALIVE, 1),
      (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
      (CURLOPT_SSL_VERIFYPEER, 1),
      (CURLOPT_SSL_VERIFYHOST, 2),
      (CURLOPT_SSL_VERIFYSTATUS, 0),
      (CURLOPT_SSL_ENABLE_ALPN, 1),
      (CURLOPT_SSL_OPTIONS, 0),
    ]
    return numbers.allSatisfy { set($0.0, $0.1) }
  }

  /// No root but those of the policy, which the context gets by itself, and `https` alone.
  private func setTrust() -> Bool {
    let texts: [(CURLoption, String?)] = [
      (CURLOPT_CAINFO, nil), (CURLOPT_CAPATH, nil), (CURLOPT_PINNEDPUBLICKEY, nil),
      (CURLOPT_PROTOCOLS_STR, "https"), (CURLOPT_REDIR_PROTOCOLS_STR, "https"),
      (CURLOPT_SSL_CIPHER_LIST, Self.suitesOfTLS12), (CURLOPT_ACCEPT_ENCODING, nil),
      (CURLOPT_COOKIEFILE, nil),
    ]
    // because libcurl copies the strings
    return texts.allSatisfy { unsafe omamori_curl_set_string(pointer, $0.0, $0.1) == CURLE_OK }
  }

  /// An empty name turns off the proxy that the environment may name.
  private func setProxy(_ proxy: ProxySetting) -> Bool {
    var name = ""
    if case .tunnel(let host, let port) = proxy {
      name = "http://" + (host.kind == .addressV6 ? "[\(host)]" : host.description) + ":\(port)"
    }
    // because libcurl copies the strings
    return unsafe omamori_curl_set_string(pointer, CURLOPT_PROXY, name) == CURLE_OK
      && omamori_curl_set_string(pointer, CURLOPT_NOPROXY, "") == CURLE_OK && set(CURLOPT_HTTPPROXYTUNNEL, 1)
  }

  /// The suites of App Transport Security for TLS 1.2; all of them have forward secrecy.
  private static let suitesOfTLS12 = ["ECDSA", "RSA"].flatMap { signature in
    ["AES256-GCM-SHA384", "AES128-GCM-SHA256", "CHACHA20-POLY1305", "AES256-SHA", "AES128-SHA"]
      .map { "ECDHE-\(signature)-\($0)" }
  }.joined(separator: ":")
}

extension Duration {
  /// In whole milliseconds, at most a day.
  var milliseconds: Int {
    let (seconds, fraction) = components
    return Int(min(max(seconds, 0), 86_400)) * 1000 + Int(fraction / 1_000_000_000_000_000)
  }
}
#endif
