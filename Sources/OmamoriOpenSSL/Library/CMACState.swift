import COpenSSL
import OmamoriCore

/// CMAC with AES (SP 800-38B, RFC 4493): a calculation, or a key from which many can be started.
// because the context belongs to this value alone, and every buffer that is passed is used during the call only
@safe
struct CMACState: ~Copyable {
  /// The length of a code in bytes.
  static let byteCount = 16

  private let context: OpaquePointer

  /// Begins with no data.
  ///
  /// - Parameter key: A key of 16, 24 or 32 bytes.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for another length.
  init(key: RawSpan) throws(CryptoError) {
    let cipher: StaticString
    switch key.byteCount {
    case 16: cipher = "AES-128-CBC"
    case 24: cipher = "AES-192-CBC"
    case 32: cipher = "AES-256-CBC"
    default: throw .outOfRange(lower: 16, upper: 32)
    }
    guard let context = unsafe EVP_MAC_CTX_new(CMACAlgorithm.shared.pointer) else {
      throw .backend(code: OpenSSLError.take())
    }
    let isReady = cipher.withUTF8Buffer { name in
      unsafe name.withMemoryRebound(to: CChar.self) { unsafe omamori_mac_set_cipher(context, $0.baseAddress) }
        == 1
    }
    let hasKey = unsafe key.withUnsafeBytes { key in
      unsafe EVP_MAC_init(context, key.baseAddress?.assumingMemoryBound(to: UInt8.self), key.count, nil) == 1
    }
    guard isReady, hasKey else {
      unsafe EVP_MAC_CTX_free(context)
      throw .backend(code: OpenSSLError.take())
    }
    unsafe self.context = context
  }

  private init(copying other: borrowing CMACState) throws(CryptoError) {
    guard let context = unsafe EVP_MAC_CTX_dup(other.context) else {
      throw .backend(code: OpenSSLError.take())
    }
    unsafe self.context = context
  }

  deinit { unsafe EVP_MAC_CTX_free(context) }

  /// A second calculation that has seen the same data.
  func copy() throws(CryptoError) -> CMACState { try CMACState(copying: self) }

  /// Adds data.
  func update(_ data: RawSpan) throws(CryptoError) {
    let result = unsafe data.withUnsafeBytes { data in
      guard let start = unsafe data.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
        return 1 as Int32
      }
      return unsafe EVP_MAC_update(context, start, data.count)
    }
    try OpenSSLError.check(result)
  }

  /// The code, as a number in big-endian order; the calculation is over then.
  func finish() throws(CryptoError) -> UInt128 {
    var (code, length): (UInt128, Int) = (0, 0)
    let result = unsafe withUnsafeMutableBytes(of: &code) { code in
      unsafe EVP_MAC_final(
        context, code.baseAddress?.assumingMemoryBound(to: UInt8.self), &length, code.count)
    }
    try OpenSSLError.check(result)
    guard length == Self.byteCount else { throw .backend(code: 0) }
    return UInt128(bigEndian: code)
  }
}

/// CMAC in OpenSSL, looked up once a process.
@safe
// because OpenSSL lets any number of threads read an EVP_MAC, and this one is never freed
private struct CMACAlgorithm: @unchecked Sendable {
  static let shared = CMACAlgorithm()

  let pointer: OpaquePointer?

  private init() { unsafe pointer = EVP_MAC_fetch(nil, "CMAC", nil) }
}
