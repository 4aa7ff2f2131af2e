#if !canImport(Darwin)
import COpenSSL
import OmamoriCore

/// SHA-3 and SHAKE (FIPS 202) on secret or public input, one context for many calculations.
///
/// A calculation is `begin`, `absorb` any number of times, `finish`. Has one owner; the state is cleansed when that is
/// gone.
@safe
struct ExtendableOutput: ~Copyable {
  /// The functions that ML-KEM and X-Wing use.
  enum Function {
    case shake128
    case shake256
    case sha3With256Bits
    case sha3With512Bits
  }

  private let context: OpaquePointer

  /// Makes a context.
  init() throws(CryptoError) {
    ERR_clear_error()
    // because the result is checked and freed in deinit only
    guard let context = unsafe EVP_MD_CTX_new() else { throw .outOfMemory }
    unsafe self.context = context  // because this value owns it from here on
  }

  deinit {
    // because no one else has the context; freeing cleanses the state
    unsafe EVP_MD_CTX_free(context)
  }

  /// Forgets what was absorbed and begins a calculation.
  mutating func begin(_ function: Function) throws(CryptoError) {
    // because the pointer stays valid as long as the process
    let algorithm = unsafe try KeccakAlgorithms.shared.algorithm(function)
    // because both pointers are valid and no parameters are passed
    try Self.check(unsafe EVP_DigestInit_ex2(context, algorithm, nil))
  }

  /// Takes in bytes.
  mutating func absorb(_ bytes: RawSpan) throws(CryptoError) {
    // because the buffer stays inside the closure
    let result = unsafe bytes.withUnsafeBytes { unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
    try Self.check(result)
  }

  /// Takes in bytes that are no secret.
  mutating func absorb(_ bytes: [UInt8]) throws(CryptoError) {
    try absorb(unsafe bytes.byteSpan.bytes)  // because UInt8 has no padding
  }

  /// Ends the calculation of SHAKE128 or SHAKE256 and fills `output`, of any length.
  mutating func squeeze(into output: inout MutableRawSpan) throws(CryptoError) {
    // because the buffer stays inside the closure
    let result = unsafe output.withUnsafeMutableBytes { buffer in
      // because at most the count of the buffer is written
      unsafe EVP_DigestFinalXOF(
        context, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), buffer.count)
    }
    try Self.check(result)
  }

  /// Ends the calculation of SHA3-256 or SHA3-512 and fills `output`, which has exactly the length of the digest.
  mutating func finish(into output: inout MutableRawSpan) throws(CryptoError) {
    // because only the length is read
    let size = unsafe EVP_MD_get_size(EVP_MD_CTX_get0_md(context))
    guard output.byteCount == Int(size) else { throw .backend(code: 0) }
    // because the buffer stays inside the closure
    let result = unsafe output.withUnsafeMutableBytes { buffer in
      // because the buffer has the length of the digest
      unsafe EVP_DigestFinal_ex(context, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), nil)
    }
    try Self.check(result)
  }

  private static func check(_ result: Int32) throws(CryptoError) {
    guard result != 1 else { return }
    let code = ERR_get_error()
    ERR_clear_error()
    throw .backend(code: UInt(code))
  }
}

/// The algorithms, fetched once a process.
// because the fetched objects never change and OpenSSL lets threads share them
@safe private final class KeccakAlgorithms: @unchecked Sendable {
  static let shared = KeccakAlgorithms()

  private let shake128: OpaquePointer?
  private let shake256: OpaquePointer?
  private let sha3With256Bits: OpaquePointer?
  private let sha3With512Bits: OpaquePointer?

  private init() {
    // because the names are literals and the objects live as long as the process
    unsafe shake128 = EVP_MD_fetch(nil, "SHAKE128", nil)
    unsafe shake256 = EVP_MD_fetch(nil, "SHAKE256", nil)  // because the same holds here
    unsafe sha3With256Bits = EVP_MD_fetch(nil, "SHA3-256", nil)  // because the same holds here
    unsafe sha3With512Bits = EVP_MD_fetch(nil, "SHA3-512", nil)  // because the same holds here
  }

  func algorithm(_ function: ExtendableOutput.Function) throws(CryptoError) -> OpaquePointer {
    let algorithm =
      switch function {
      case .shake128: unsafe shake128  // because only the pointer is copied
      case .shake256: unsafe shake256  // because only the pointer is copied
      case .sha3With256Bits: unsafe sha3With256Bits  // because only the pointer is copied
      case .sha3With512Bits: unsafe sha3With512Bits  // because only the pointer is copied
      }
    guard let algorithm = unsafe algorithm else { throw .backend(code: 0) }  // because only nil is looked for
    return unsafe algorithm  // because only the pointer is copied
  }
}
#endif
