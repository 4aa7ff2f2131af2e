#if !canImport(Darwin)
import CCurl

/// libcurl as a whole: set up once a process.
enum CurlLibrary {
  /// What setting it up ended with; the initialiser of a global runs once, whatever thread comes first.
  static let status: CURLcode = {
    let code = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    guard code == CURLE_OK else { return code }
    // Below 7.80 no callback runs before every request.
    return omamori_curl_version() >= 0x07_50_00 ? CURLE_OK : CURLE_NOT_BUILT_IN
  }()
}
#endif
