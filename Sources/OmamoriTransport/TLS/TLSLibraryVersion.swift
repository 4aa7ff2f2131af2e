#if !canImport(Darwin)
import CTLS

/// Which OpenSSL connections are made with.
package enum TLSLibraryVersion {
  /// The version that is loaded, such as `3.5.4`, whichever the program was built with.
  package static var text: String {
    // because the library keeps the text for as long as it is loaded
    unsafe String(cString: OpenSSL_version(OPENSSL_VERSION_STRING))
  }
}
#endif
