#if !canImport(Darwin)

extension HashFunction {
  /// The function in OpenSSL, or `nil` for one that was written elsewhere.
  static var algorithm: DigestAlgorithm? {
    if Self.self == SHA256.self { return .sha256 }
    if Self.self == SHA384.self { return .sha384 }
    if Self.self == SHA512.self { return .sha512 }
    if Self.self == SHA3_256.self { return .sha3x256 }
    if Self.self == SHA3_384.self { return .sha3x384 }
    if Self.self == SHA3_512.self { return .sha3x512 }
    if Self.self == Insecure.SHA1.self { return .sha1 }
    if Self.self == Insecure.MD5.self { return .md5 }
    return nil
  }
}
#endif
