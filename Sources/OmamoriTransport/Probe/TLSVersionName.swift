/// The names of versions of TLS that people write.
enum TLSVersionName {
  /// The name of a version as it is sent.
  static func text(_ version: UInt16) -> String {
    switch version {
    case 0x0300: "SSL 3.0"
    case 0x0301...0x0304: "TLS 1.\(version - 0x0301)"
    default: "0x" + String(version, radix: 16)
    }
  }
}
