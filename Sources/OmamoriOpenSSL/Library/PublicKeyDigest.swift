import COpenSSL
package import OmamoriCore

extension RSA.Hash {
  /// Calls `body` with OpenSSL's name of the function as a C string.
  func withName<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    let name: StaticString =
      switch self {
      case .sha1: "SHA1"
      case .sha224: "SHA2-224"
      case .sha256: "SHA2-256"
      case .sha384: "SHA2-384"
      case .sha512: "SHA2-512"
      case .sha512_224: "SHA2-512/224"
      case .sha512_256: "SHA2-512/256"
      }
    // because the name is a literal, which ends with a zero byte and is never freed
    return name.withUTF8Buffer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe body($0.baseAddress) }
    }
  }

  /// The hash value of a message.
  package func digest(of message: RawSpan) throws(CryptoError) -> [UInt8] {
    if let algorithm {
      // because the buffer is only read during the call
      let digest = unsafe message.withUnsafeBytes { unsafe DigestContext.hash($0, algorithm) }
      // because the copy is made before the closure returns
      return unsafe digest.withUnsafeBytes(count: byteCount) { unsafe Array($0) }
    }
    ERR_clear_error()
    var digest = [UInt8](repeating: 0, count: byteCount)
    var count = digest.count
    // because the call writes as many bytes as the digest has
    let result = unsafe message.withUnsafeBytes { bytes in
      unsafe withName { unsafe EVP_Q_digest(nil, $0, nil, bytes.baseAddress, bytes.count, &digest, &count) }
    }
    try OpenSSLError.check(result)
    return digest
  }

  /// The function looked up beforehand, which takes longer than a short message; `nil` for one that is hardly used.
  package var algorithm: DigestAlgorithm? {
    switch self {
    case .sha1: .sha1
    case .sha224: .sha224
    case .sha256: .sha256
    case .sha384: .sha384
    case .sha512: .sha512
    case .sha512_224, .sha512_256: nil
    }
  }
}
