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

/// A hash function of OpenSSL, looked up once a process.
@safe
// because OpenSSL lets any number of threads read an EVP_MD, and those here are never freed
package struct DigestAlgorithm: @unchecked Sendable {
  package static let md5 = DigestAlgorithm("MD5")
  package static let sha1 = DigestAlgorithm("SHA1")
  package static let sha224 = DigestAlgorithm("SHA2-224")
  package static let sha256 = DigestAlgorithm("SHA2-256")
  package static let sha384 = DigestAlgorithm("SHA2-384")
  package static let sha512 = DigestAlgorithm("SHA2-512")
  static let sha3x256 = DigestAlgorithm("SHA3-256")
  static let sha3x384 = DigestAlgorithm("SHA3-384")
  static let sha3x512 = DigestAlgorithm("SHA3-512")
  static let shake128 = DigestAlgorithm("SHAKE-128")
  static let shake256 = DigestAlgorithm("SHAKE-256")

  /// The EVP_MD.
  let pointer: OpaquePointer
  /// The length of the digest in bytes.
  package let byteCount: Int
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

/// The state of a hash function that is a value: copied when it is written to and somebody else holds it too.
// because the state is only written through `update`, which makes sure that nobody else holds it
final class DigestState: @unchecked Sendable {
  private let context: DigestContext

  init(_ algorithm: DigestAlgorithm) { context = DigestContext(algorithm) }

  private init(_ context: consuming DigestContext) { self.context = context }

  /// Adds data to `state`, which becomes a state of its own first if it is shared.
  static func update(_ state: inout DigestState, with data: UnsafeRawBufferPointer) {
    if !isKnownUniquelyReferenced(&state) { state = DigestState(state.context.copy()) }
    unsafe state.context.update(data)  // because the buffer is only read during the call
  }

  /// The hash value of what was added; more can be added afterwards.
  func finish() -> DigestBytes { context.copy().finish() }
}
