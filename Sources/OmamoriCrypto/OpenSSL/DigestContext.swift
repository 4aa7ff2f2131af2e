#if !canImport(Darwin)
import COpenSSL
import OmamoriCore

/// A calculation of hash values, one after the other; OpenSSL wipes its memory in the end.
// because the context belongs to this value alone, and every buffer that is passed is used during the call only
@safe
struct DigestContext: ~Copyable {
  private let context: OpaquePointer

  /// Begins with no data.
  init(_ algorithm: DigestAlgorithm) {
    unsafe self.init(EVP_MD_CTX_new())
    Self.require(unsafe EVP_DigestInit_ex2(context, algorithm.pointer, nil))
  }

  private init(_ context: OpaquePointer?) {
    guard let context = unsafe context else {
      // because CryptoKit's hash functions cannot throw, and this only happens when there is no memory left
      preconditionFailure("OpenSSL has no memory for a hash function")
    }
    unsafe self.context = context
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  /// A second calculation that has seen the same data.
  func copy() -> DigestContext {
    let copy = unsafe DigestContext(EVP_MD_CTX_new())
    Self.require(unsafe EVP_MD_CTX_copy_ex(copy.context, context))
    return copy
  }

  /// Forgets what it has seen and takes over what another one has seen, which is for the same function.
  func become(_ other: borrowing DigestContext) {
    Self.require(unsafe EVP_MD_CTX_copy_ex(context, other.context))
  }

  /// Adds data.
  func update(_ data: RawSpan) {
    unsafe data.withUnsafeBytes { unsafe update($0) }
  }

  /// Adds data.
  func update(_ data: UnsafeRawBufferPointer) {
    guard unsafe !data.isEmpty else { return }
    Self.require(unsafe EVP_DigestUpdate(context, data.baseAddress, data.count))
  }

  /// Gives the hash value; the context must be restarted before it is used again.
  func finish() -> DigestBytes {
    var digest = DigestBytes()
    unsafe digest.withUnsafeMutableBytes { unsafe finish(into: $0) }
    return digest
  }

  /// Writes the hash value to a buffer that has room for it; the context must be restarted before it is used again.
  func finish(into buffer: UnsafeMutableRawBufferPointer) {
    Self.require(unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil))
  }

  /// Begins again with no data and the same function.
  func restart() { Self.require(unsafe EVP_DigestInit_ex2(context, nil, nil)) }

  /// The hash value of data that is there as a whole.
  static func hash(_ data: UnsafeRawBufferPointer, _ algorithm: DigestAlgorithm) -> DigestBytes {
    var digest = DigestBytes()
    unsafe digest.withUnsafeMutableBytes {
      require(unsafe EVP_Digest(data.baseAddress, data.count, $0.baseAddress, nil, algorithm.pointer, nil))
    }
    return digest
  }

  private static func require(_ result: Int32) {
    // because CryptoKit's hash functions cannot throw, and a started hash fails only when there is no memory left
    precondition(result == 1, "OpenSSL failed to calculate a hash value")
  }
}
#endif
