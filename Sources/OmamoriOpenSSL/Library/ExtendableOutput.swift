import COpenSSL
import OmamoriCore

/// SHA-3 and SHAKE (FIPS 202) on secret or public input, one context for many calculations.
///
/// A calculation is `begin`, `absorb` any number of times, `finish`. Has one owner; the state is cleansed when that is
/// gone.
@safe
struct ExtendableOutput: ~Copyable {
  private let context: OpaquePointer

  /// Makes a context.
  init() throws(CryptoError) {
    // because the result is checked and freed in deinit only
    guard let context = unsafe EVP_MD_CTX_new() else { throw .outOfMemory }
    unsafe self.context = context  // because this value owns it from here on
  }

  deinit {
    // because no one else has the context; freeing cleanses the state
    unsafe EVP_MD_CTX_free(context)
  }

  /// Forgets what was absorbed and begins a calculation.
  mutating func begin(_ algorithm: DigestAlgorithm) throws(CryptoError) {
    // because both pointers are valid and no parameters are passed
    try OpenSSLError.check(unsafe EVP_DigestInit_ex2(context, algorithm.pointer, nil))
  }

  /// Takes in bytes.
  mutating func absorb(_ bytes: RawSpan) throws(CryptoError) {
    // because the buffer stays inside the closure
    let result = unsafe bytes.withUnsafeBytes { unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
    try OpenSSLError.check(result)
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
    try OpenSSLError.check(result)
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
    try OpenSSLError.check(result)
  }
}
