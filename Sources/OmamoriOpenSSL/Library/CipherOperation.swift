import COpenSSL
import OmamoriCore

/// One run of a cipher over data that are there as a whole; OpenSSL wipes its memory in the end.
// because every buffer is used only during the call that gets it, and stays within its bounds
@safe
struct CipherOperation: ~Copyable {
  /// Whether to encrypt.
  enum Direction: Int32 {
    case decrypt = 0
    case encrypt = 1
  }

  /// The most bytes that output has beyond input: a block of padding.
  static let largestOverhead = 16
  /// The most bytes that can be passed: lengths are 32 bits wide in OpenSSL.
  static let largestInput = 1 << 30

  private let context: OpaquePointer

  private init() throws(CryptoError) {
    guard let context = unsafe EVP_CIPHER_CTX_new() else { throw .outOfMemory }
    unsafe self.context = context
  }

  deinit { unsafe EVP_CIPHER_CTX_free(context) }

  /// Runs AES over `input`.
  ///
  /// - Parameters:
  ///   - direction: Whether to encrypt.
  ///   - mode: The mode.
  ///   - key: A key of 16, 24 or 32 bytes.
  ///   - vector: The initialisation vector, or nothing for the modes that wrap keys.
  ///   - input: The data.
  ///   - output: Room for the result, 16 bytes more than the input when the mode pads. It is wiped after a failure.
  /// - Returns: The length of the result, or `nil` when the cipher refused the input.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for a key, a vector, input or output of a wrong length.
  static func aes(
    _ direction: Direction,
    _ mode: CipherAlgorithm.Mode,
    key: RawSpan,
    vector: RawSpan = RawSpan(),
    _ input: RawSpan,
    into output: inout MutableRawSpan
  ) throws(CryptoError) -> Int? {
    guard let algorithm = CipherAlgorithm.aes(mode, keyByteCount: key.byteCount) else {
      throw .outOfRange(lower: 16, upper: 32)
    }
    guard vector.isEmpty || vector.byteCount == algorithm.vectorByteCount else {
      throw .outOfRange(lower: algorithm.vectorByteCount, upper: algorithm.vectorByteCount)
    }
    let overhead = mode == .cbc ? largestOverhead : direction == .encrypt && mode != .ctr ? 15 : 0
    guard input.byteCount <= largestInput, output.byteCount >= input.byteCount + overhead else {
      throw .outOfRange(lower: 0, upper: largestInput)
    }
    let operation = try CipherOperation()
    return unsafe output.withUnsafeMutableBytes { output in
      let length = unsafe operation.run(algorithm, direction, key, vector, input, output)
      if length == nil {
        unsafe MemoryWipe.wipe(output)
        _ = OpenSSLError.take()
      }
      return length
    }
  }

  private func run(
    _ algorithm: CipherAlgorithm,
    _ direction: Direction,
    _ key: RawSpan,
    _ vector: RawSpan,
    _ input: RawSpan,
    _ output: UnsafeMutableRawBufferPointer
  ) -> Int? {
    unsafe EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
    let isReady = unsafe key.withUnsafeBytes { key in
      unsafe vector.withUnsafeBytes { vector in
        let key = unsafe key.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let vector = unsafe vector.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return unsafe EVP_CipherInit_ex2(context, algorithm.pointer, key, vector, direction.rawValue, nil)
          == 1
      }
    }
    guard isReady, let start = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
      return nil
    }
    var (written, rest): (Int32, Int32) = (0, 0)
    let isDone = unsafe input.withUnsafeBytes { input in
      // The modes that wrap keys refuse an empty input; the others only write its padding.
      let source = unsafe input.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? UnsafePointer(start)
      return unsafe EVP_CipherUpdate(context, start, &written, source, Int32(input.count)) == 1
    }
    guard isDone, unsafe EVP_CipherFinal_ex(context, start + Int(written), &rest) == 1 else { return nil }
    return Int(written + rest)
  }
}

/// A mode of AES in OpenSSL that does not authenticate by itself or wraps keys, looked up once a process.
@safe
// because OpenSSL lets any number of threads read an EVP_CIPHER, and those here are never freed
struct CipherAlgorithm: @unchecked Sendable {
  /// What AES is used for.
  enum Mode {
    /// Cipher block chaining with the padding of PKCS #7.
    case cbc
    /// Counter mode.
    case ctr
    /// Key wrap (RFC 3394).
    case wrap
    /// Key wrap with padding (RFC 5649).
    case paddedWrap
  }

  private static let cbc = [CipherAlgorithm("AES-128-CBC"), .init("AES-192-CBC"), .init("AES-256-CBC")]
  private static let ctr = [CipherAlgorithm("AES-128-CTR"), .init("AES-192-CTR"), .init("AES-256-CTR")]
  private static let wrap = [CipherAlgorithm("AES-128-WRAP"), .init("AES-192-WRAP"), .init("AES-256-WRAP")]
  private static let paddedWrap = [
    CipherAlgorithm("AES-128-WRAP-PAD"), .init("AES-192-WRAP-PAD"), .init("AES-256-WRAP-PAD"),
  ]

  /// AES in a mode for a key of this length, or `nil` when AES has no such key.
  static func aes(_ mode: Mode, keyByteCount: Int) -> CipherAlgorithm? {
    guard keyByteCount.isMultiple(of: 8), 16...32 ~= keyByteCount else { return nil }
    let index = keyByteCount / 8 - 2
    return switch mode {
    case .cbc: cbc[index]
    case .ctr: ctr[index]
    case .wrap: wrap[index]
    case .paddedWrap: paddedWrap[index]
    }
  }

  /// The EVP_CIPHER, or `nil` when this build of OpenSSL lacks the mode.
  let pointer: OpaquePointer?
  /// The length of the initialisation vector in bytes.
  let vectorByteCount: Int

  private init(_ name: StaticString) {
    unsafe pointer = name.withUTF8Buffer { name in
      unsafe name.withMemoryRebound(to: CChar.self) { unsafe EVP_CIPHER_fetch(nil, $0.baseAddress, nil) }
    }
    vectorByteCount = unsafe pointer.map { Int(unsafe EVP_CIPHER_get_iv_length($0)) } ?? 0
  }
}
