import CCurl
import OmamoriCore
import OmamoriTransport

/// One of libcurl's requests, used again and again; belongs to the engine's thread.
// because the handle is freed with this object, and only the engine's thread has it
@safe
final class EasyHandle {
  /// libcurl's handle.
  let pointer: UnsafeMutableRawPointer
  let identity: ClientCredential?
  let limits: ResponseLimits

  /// The address of libcurl's handle, by which the loop finds this object.
  var key: Int { Int(bitPattern: unsafe pointer) }  // because the address is only a number here

  /// The request that it is used for now.
  private(set) var transfer: Transfer?
  private var completion: ((Result<HopResponse, TransportError>) -> Void)?
  private var lines: HeaderLines?
  private var place: HeaderLines?
  private var errorText = ErrorText()
  private var isPlain = true

  /// What came of the response so far.
  var response: ResponseParts
  /// Where the body of the request is read.
  var uploadOffset: Int64 = 0
  /// What the server guard said of the connection.
  var verdict: ConnectionVerdict?
  /// How the connection that the request uses ends.
  var closing: ClosingWatch?
  /// Hears of verdicts.
  let events: ConnectionEvents
  /// The verdict of a handshake that was refused.
  var report = HandshakeReport()
  /// Why one of the callbacks gave up.
  var failure: TransportError?
  /// When a byte last went in either direction.
  var lastActivity = ContinuousClock.now
  /// Whether the reader or the writer on this side is who is waited for.
  var isHeldUp = false

  /// Makes a handle with everything that is the same for all requests of a session.
  init?(_ session: EngineSettings, share: UnsafeMutableRawPointer?) {
    // because a handle is made here and freed in deinit
    guard let pointer = unsafe curl_easy_init() else { return nil }
    unsafe self.pointer = unsafe pointer
    (identity, limits, events) = (session.identity, session.policy.limits, session.events)
    response = ResponseParts(limits: limits)
    guard unsafe configure(session, share: share) else { return nil }
  }

  // because nothing else holds the handle, and the loop has taken it out of the multi handle
  deinit { unsafe curl_easy_cleanup(pointer) }

  /// Starts a request: sets what is its own.
  ///
  /// - Parameters:
  ///   - transfer: The request.
  ///   - timeLeft: How long it may take.
  ///   - completion: Hears what it ends with, once.
  /// - Throws: `TransportError.backend(code:)`.
  func begin(
    _ transfer: Transfer, timeLeft: Duration,
    completion: @escaping (Result<HopResponse, TransportError>) -> Void
  ) throws(TransportError) {
    (self.transfer, self.completion) = (transfer, completion)
    let hop = transfer.hop
    // because libcurl copies the string
    unsafe _ = omamori_curl_set_string(
      pointer, CURLOPT_URL, "\(hop.server.urlPrefix):\(hop.port)\(hop.target)")
    set(CURLOPT_SSLVERSION, hop.server.oldestVersion)
    set(CURLOPT_TIMEOUT_MS, max(1, timeLeft.milliseconds))
    set(CURLOPT_CONNECTTIMEOUT_MS, max(1, hop.connectTime.milliseconds))
    lastActivity = .now
    guard let lines = HeaderLines(hop.headerLines) else {
      throw .backend(code: Int(CURLE_OUT_OF_MEMORY.rawValue))
    }
    self.lines = lines
    // because the list lives until `reset`, which takes it away from libcurl first
    unsafe _ = omamori_curl_set_list(pointer, CURLOPT_HTTPHEADER, lines.pointer)
    if case .none = hop.source, hop.method == "GET" { return }
    isPlain = false
    setBody(of: hop)
    unsafe _ = omamori_curl_set_string(pointer, CURLOPT_CUSTOMREQUEST, hop.method)
    if hop.method == "HEAD" { set(CURLOPT_NOBODY, 1) }
  }

  private func setBody(of hop: Hop) {
    switch hop.source {
    case .none:
      // A method that has a body by its nature is sent with an empty one.
      if hop.method == "POST" || hop.method == "PUT" || hop.method == "PATCH" { setSmallBody(Data()) }
    case .bytes(let data) where data.count <= Self.greatestCopiedBody && hop.progress == nil:
      setSmallBody(data)
    case .bytes(let data): setLongBody(Int64(data.count))
    case .file(let file): setLongBody(file.size)
    case .parts(let parts): setLongBody(parts.size)
    case .writer(let pipe): setLongBody(pipe.length ?? -1)
    }
  }

  /// Bodies up to this many bytes are handed to libcurl whole, so that they go out together with the header.
  private static let greatestCopiedBody = 64 * 1024

  private func setSmallBody(_ data: Data) {
    set(CURLOPT_POST, 1)
    // because libcurl copies as many bytes as the size says
    unsafe _ = omamori_curl_set_offset(pointer, CURLOPT_POSTFIELDSIZE_LARGE, Int64(data.count))
    unsafe data.withUnsafeBytes { bytes in
      var empty: UInt8 = 0
      // because an empty body still needs an address
      unsafe _ = withUnsafeMutablePointer(to: &empty) { fallback in
        let start = unsafe bytes.baseAddress.map { unsafe UnsafeMutableRawPointer(mutating: $0) }
        return unsafe omamori_curl_set_pointer(
          pointer, CURLOPT_COPYPOSTFIELDS, start ?? UnsafeMutableRawPointer(fallback))
      }
    }
  }

  private func setLongBody(_ size: Int64) {
    uploadOffset = 0
    set(CURLOPT_UPLOAD, 1)
    // because the option takes a number
    unsafe _ = omamori_curl_set_offset(pointer, CURLOPT_INFILESIZE_LARGE, size)
  }

  /// Tells libcurl where a name is, so that it never asks a name server itself.
  func setPlace(_ place: Hop.Place) {
    self.place = HeaderLines(["\(place.name):\(place.entry.addresses.joined(separator: ","))"])
    // because the list lives until `reset`, which takes it away from libcurl first
    unsafe _ = omamori_curl_set_list(pointer, CURLOPT_RESOLVE, self.place?.pointer)
  }

  /// Ends the request: tells the caller and forgets everything about it.
  func end(_ code: CURLcode, because reason: TransportError? = nil) {
    let completion = completion
    if let verdict = report.verdict, !verdict.admits { events.record(verdict) }
    let result = reason.map(Result.failure) ?? outcome(code)
    if case .reader(let pipe)? = transfer?.hop.destination { pipe.finish(result.map { _ in }) }
    if case .writer(let pipe)? = transfer?.hop.source { pipe.finish(isComplete: false) {} }
    reset()
    completion?(result)
  }

  /// Tells the caller that the header is there, when the body goes to a reader.
  func announceHead() {
    guard case .reader? = transfer?.hop.destination, let completion, let answer = answer() else { return }
    self.completion = nil
    completion(.success(answer))
  }

  private func outcome(_ code: CURLcode) -> Result<HopResponse, TransportError> {
    if code == CURLE_OK, failure == nil {
      guard let answer = answer() else { return .failure(.malformedResponse) }
      let isComplete = response.isBodyComplete(isClosedByServer: closing?.isClosedByServer == true)
      return isComplete ? .success(answer) : .failure(.connectionLost)
    }
    return .failure(
      failure
        ?? CurlFailure.error(
          code, text: errorText.content, refusal: refusal, proxyStatus: proxyStatus,
          isHeadComplete: response.isHeadComplete, isBodyInMemory: isBodyInMemory,
          isAskedForCertificate: report.isAskedForCertificate, limits: limits))
  }

  private var isBodyInMemory: Bool {
    switch transfer?.hop.source {
    case .none?, .bytes?: true
    default: false
    }
  }

  /// The verdict that kept the request from being sent.
  private var refusal: ConnectionVerdict? {
    if let verdict = report.verdict, !verdict.admits { return verdict }
    return verdict.flatMap { $0.admits ? nil : $0 }
  }

  private func answer() -> HopResponse? {
    guard let verdict, response.isHeadComplete else { return nil }
    return HopResponse(
      status: response.status, header: response.header, body: response.body, verdict: verdict,
      metrics: metrics)
  }

  /// Whether the request goes over a connection that was already there.
  // because the answer is a number
  var isReused: Bool { unsafe omamori_curl_get_long(pointer, CURLINFO_NUM_CONNECTS) == 0 }

  /// What the proxy answered when it was asked for a tunnel; 0 for nothing.
  // because the answer is a number
  private var proxyStatus: Int { unsafe omamori_curl_get_long(pointer, CURLINFO_HTTP_CONNECTCODE) }

  private func reset() {
    // because the list is freed only after libcurl has forgotten it
    unsafe _ = omamori_curl_set_list(pointer, CURLOPT_HTTPHEADER, nil)
    lines = nil
    if place != nil {
      unsafe _ = omamori_curl_set_list(pointer, CURLOPT_RESOLVE, nil)
      place = nil
    }
    if !isPlain {
      // because the options take null pointers and numbers
      unsafe _ = omamori_curl_set_string(pointer, CURLOPT_CUSTOMREQUEST, nil)
      unsafe _ = omamori_curl_set_pointer(pointer, CURLOPT_COPYPOSTFIELDS, nil)
      unsafe _ = omamori_curl_set_offset(pointer, CURLOPT_POSTFIELDSIZE_LARGE, -1)
      unsafe _ = omamori_curl_set_offset(pointer, CURLOPT_INFILESIZE_LARGE, -1)
      set(CURLOPT_NOBODY, 0)
      set(CURLOPT_UPLOAD, 0)
      // Last, since each of the others chooses a method, too.
      set(CURLOPT_HTTPGET, 1)
      isPlain = true
    }
    // A connection that was refused is not kept for others; see where it is judged.
    if verdict?.admits == false { set(CURLOPT_FORBID_REUSE, 0) }
    (transfer, completion, verdict, failure, isHeldUp) = (nil, nil, nil, nil, false)
    closing = nil
    report = HandshakeReport()
    response = ResponseParts(limits: limits)
    errorText.clear()
  }

  /// Where libcurl writes what it has to say about a failure.
  func bindErrorText() {
    // because the buffer lives as long as this object, whose deinitialiser frees the handle first
    unsafe _ = omamori_curl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText.pointer)
  }

  @discardableResult
  func set(_ option: CURLoption, _ value: Int) -> Bool {
    // because the option takes a number
    unsafe omamori_curl_set_long(pointer, option, value) == CURLE_OK
  }
}

extension EasyHandle {
  /// What libcurl has measured of the request so far; the names were resolved before, and the caller knows the total.
  var metrics: TransferMetrics {
    let (named, connected) = (time(CURLINFO_NAMELOOKUP_TIME_T), time(CURLINFO_CONNECT_TIME_T))
    return TransferMetrics(
      nameLookup: nil, connecting: isReused ? nil : max(connected - named, .zero),
      handshake: isReused ? nil : max(time(CURLINFO_APPCONNECT_TIME_T) - connected, .zero),
      firstByte: time(CURLINFO_STARTTRANSFER_TIME_T), total: time(CURLINFO_TOTAL_TIME_T), isReused: isReused,
      version: version, sentBodyBytes: offset(CURLINFO_SIZE_UPLOAD_T),
      receivedBodyBytes: offset(CURLINFO_SIZE_DOWNLOAD_T))
  }

  private var version: String {
    // because the answer is a number
    switch unsafe omamori_curl_get_long(pointer, CURLINFO_HTTP_VERSION) {
    case Int(CURL_HTTP_VERSION_1_0): "HTTP/1.0"
    case Int(CURL_HTTP_VERSION_2_0): "HTTP/2"
    default: "HTTP/1.1"
    }
  }

  /// libcurl counts microseconds from the beginning of the request.
  private func time(_ info: CURLINFO) -> Duration { .microseconds(offset(info)) }

  // because the answer is a number
  private func offset(_ info: CURLINFO) -> Int64 { unsafe omamori_curl_get_offset(pointer, info) }
}

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
