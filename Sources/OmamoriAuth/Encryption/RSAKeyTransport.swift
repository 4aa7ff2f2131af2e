/// The encryption of keys with RSAES-OAEP (RFC 7518 §4.3).
enum RSAKeyTransport {
  /// The hash function, which is also that of the mask.
  enum Hash: Equatable {
    case sha1
    case sha256
    case sha384
    case sha512
  }
}
