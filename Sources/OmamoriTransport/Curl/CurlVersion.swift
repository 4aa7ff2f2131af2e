#if !canImport(Darwin)
import CCurl

/// Which libcurl requests are sent with.
package enum CurlVersion {
  /// The version that is loaded, such as `8.14.1`, whichever the program was built with.
  package static var text: String {
    let number = omamori_curl_version()
    return "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)"
  }
}
#endif
