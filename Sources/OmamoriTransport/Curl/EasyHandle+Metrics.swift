#if !canImport(Darwin)
import CCurl

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
#endif
