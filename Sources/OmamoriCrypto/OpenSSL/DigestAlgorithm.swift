#if !canImport(Darwin)
import COpenSSL

/// A hash function of OpenSSL, looked up once a process.
@safe
// because OpenSSL lets any number of threads read an EVP_MD, and those here are never freed
package struct DigestAlgorithm: @unchecked Sendable {
  static let md5 = DigestAlgorithm("MD5")
  static let sha1 = DigestAlgorithm("SHA1")
  static let sha224 = DigestAlgorithm("SHA2-224")
  package static let sha256 = DigestAlgorithm("SHA2-256")
  static let sha384 = DigestAlgorithm("SHA2-384")
  static let sha512 = DigestAlgorithm("SHA2-512")
  static let sha3x256 = DigestAlgorithm("SHA3-256")
  static let sha3x384 = DigestAlgorithm("SHA3-384")
  static let sha3x512 = DigestAlgorithm("SHA3-512")
  static let shake128 = DigestAlgorithm("SHAKE-128")
  static let shake256 = DigestAlgorithm("SHAKE-256")

  /// The EVP_MD.
  let pointer: OpaquePointer
  /// The length of the digest in bytes.
  let byteCount: Int
  /// The length of the block that the function works on, in bytes.
  let blockByteCount: Int

  private init(_ name: StaticString) {
    let fetched = name.withUTF8Buffer { name in
      unsafe name.withMemoryRebound(to: CChar.self) { unsafe EVP_MD_fetch(nil, $0.baseAddress, nil) }
    }
    guard let fetched = unsafe fetched else {
      // because CryptoKit's hash functions cannot throw, and no data can cause this: the library lacks the algorithm
      preconditionFailure("OpenSSL does not offer the hash function \(name)")
    }
    unsafe pointer = fetched
    byteCount = Int(unsafe EVP_MD_get_size(fetched))
    blockByteCount = Int(unsafe EVP_MD_get_block_size(fetched))
  }
}
#endif
