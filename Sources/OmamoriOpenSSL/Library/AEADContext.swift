import COpenSSL
package import OmamoriCore

/// A key that is ready to seal or to open many messages; OpenSSL wipes its memory in the end.
///
/// One thread at a time. Ciphertext and tag stand one after the other in one buffer. Every nonce may be used for one
/// message only, which the caller makes sure of.
// because the context belongs to this value alone, and every buffer that is passed is used during the call only
@safe
package struct AEADContext: ~Copyable {
  /// What a context is for.
  package enum Direction: Int32 {
    case open = 0
    case seal = 1
  }

  /// The most bytes that are passed at once: lengths are 32 bits wide in OpenSSL.
  package static let largestPiece = 1 << 30

  private let context: OpaquePointer
  private let nonceByteCount: Int
  private let largestPiece: Int

  /// Makes a context.
  ///
  /// - Parameters:
  ///   - algorithm: The cipher.
  ///   - key: A key of the cipher's length.
  ///   - direction: What the context is for.
  ///   - nonceByteCount: The length of all nonces, 12 for ChaCha20-Poly1305, from 1 to 128 for AES-GCM.
  ///   - largestPiece: The most bytes that are passed at once; a test makes it small.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for a key of another length, or `CryptoError.backend(code:)`.
  package init(
    _ algorithm: AEADAlgorithm,
    key: RawSpan,
    direction: Direction,
    nonceByteCount: Int = AEADAlgorithm.nonceByteCount,
    largestPiece: Int = Self.largestPiece
  ) throws(CryptoError) {
    guard key.byteCount == algorithm.keyByteCount else {
      throw .outOfRange(lower: algorithm.keyByteCount, upper: algorithm.keyByteCount)
    }
    guard let cipher = unsafe algorithm.pointer, let context = unsafe EVP_CIPHER_CTX_new() else {
      throw .backend(code: OpenSSLError.take())
    }
    guard unsafe Self.prepare(context, cipher, key, direction, nonceByteCount) else {
      unsafe EVP_CIPHER_CTX_free(context)
      throw .backend(code: OpenSSLError.take())
    }
    unsafe self.context = context
    self.nonceByteCount = nonceByteCount
    self.largestPiece = largestPiece
  }

  deinit { unsafe EVP_CIPHER_CTX_free(context) }

  /// Encrypts one message.
  ///
  /// - Parameters:
  ///   - plaintext: The message.
  ///   - nonce: A nonce of the context's length, never used before with this key.
  ///   - data: What is authenticated but not encrypted.
  ///   - output: Gets the ciphertext and then the tag; 16 bytes longer than the plaintext.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for a message that is too long or output of another length.
  package func seal(
    _ plaintext: RawSpan,
    nonce: RawSpan,
    authenticating data: RawSpan,
    into output: inout MutableRawSpan
  ) throws(CryptoError) {
    try check(plaintext.byteCount, output.byteCount - AEADAlgorithm.tagByteCount)
    let result = unsafe output.withUnsafeMutableBytes { output -> Int32 in
      guard start(nonce), unsafe update(nil, data),
        unsafe update(output.baseAddress, plaintext), let rest = output.baseAddress
      else { return 0 }
      let tag = unsafe rest + plaintext.byteCount
      var written: Int32 = 0
      guard unsafe EVP_CipherFinal_ex(context, tag.assumingMemoryBound(to: UInt8.self), &written) == 1 else {
        return 0
      }
      return unsafe EVP_CIPHER_CTX_ctrl(
        context, EVP_CTRL_AEAD_GET_TAG, Int32(AEADAlgorithm.tagByteCount), tag)
    }
    try OpenSSLError.check(result)
  }

  /// Decrypts one message; when it is not authentic, the output is wiped before the error is thrown.
  ///
  /// - Parameters:
  ///   - ciphertext: The ciphertext and then the tag.
  ///   - nonce: The nonce that it was sealed with.
  ///   - data: What was authenticated with it.
  ///   - output: Gets the plaintext; 16 bytes shorter than the ciphertext.
  /// - Throws: `CryptoError.authenticationFailed`, or `CryptoError.outOfRange(lower:upper:)` for wrong lengths.
  package func open(
    _ ciphertext: RawSpan,
    nonce: RawSpan,
    authenticating data: RawSpan,
    into output: inout MutableRawSpan
  ) throws(CryptoError) {
    let count = output.byteCount
    try check(ciphertext.byteCount - AEADAlgorithm.tagByteCount, count)
    let isAuthentic = unsafe output.withUnsafeMutableBytes { output in
      let isAuthentic = unsafe decrypt(ciphertext, count, nonce, data, output)
      if !isAuthentic { unsafe MemoryWipe.wipe(output) }
      return isAuthentic
    }
    guard isAuthentic else {
      _ = OpenSSLError.take()
      throw .authenticationFailed
    }
  }

  private func decrypt(
    _ ciphertext: RawSpan,
    _ count: Int,
    _ nonce: RawSpan,
    _ data: RawSpan,
    _ output: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let tagResult = unsafe ciphertext.extracting(count...).withUnsafeBytes {
      // OpenSSL only reads the tag, although its interface does not say so.
      let tag = unsafe UnsafeMutableRawPointer(mutating: $0.baseAddress)
      return unsafe EVP_CIPHER_CTX_ctrl(
        context, EVP_CTRL_AEAD_SET_TAG, Int32(AEADAlgorithm.tagByteCount), tag)
    }
    guard tagResult == 1, start(nonce), unsafe update(nil, data),
      unsafe update(output.baseAddress, ciphertext.extracting(..<count))
    else { return false }
    // A full buffer has no room to point at, and these ciphers write nothing in the end.
    var (nothing, written): (UInt8, Int32) = (0, 0)
    return unsafe EVP_CipherFinal_ex(context, &nothing, &written) == 1
  }

  /// Sets the key, and the length of the nonces when it is not the usual one.
  private static func prepare(
    _ context: OpaquePointer,
    _ cipher: OpaquePointer,
    _ key: RawSpan,
    _ direction: Direction,
    _ nonceByteCount: Int
  ) -> Bool {
    unsafe key.withUnsafeBytes { key in
      let key = unsafe key.baseAddress?.assumingMemoryBound(to: UInt8.self)
      guard nonceByteCount != AEADAlgorithm.nonceByteCount else {
        return unsafe EVP_CipherInit_ex2(context, cipher, key, nil, direction.rawValue, nil) == 1
      }
      guard let length = Int32(exactly: nonceByteCount),
        unsafe EVP_CipherInit_ex2(context, cipher, nil, nil, direction.rawValue, nil) == 1,
        unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, length, nil) == 1
      else { return false }
      return unsafe EVP_CipherInit_ex2(context, nil, key, nil, direction.rawValue, nil) == 1
    }
  }

  private func check(_ message: Int, _ room: Int) throws(CryptoError) {
    guard message == room, 0...AEADAlgorithm.largestMessage ~= message else {
      throw .outOfRange(lower: 0, upper: AEADAlgorithm.largestMessage)
    }
  }

  private func start(_ nonce: RawSpan) -> Bool {
    guard nonce.byteCount == nonceByteCount else { return false }
    return unsafe nonce.withUnsafeBytes {
      let nonce = unsafe $0.baseAddress?.assumingMemoryBound(to: UInt8.self)
      return unsafe EVP_CipherInit_ex2(context, nil, nil, nonce, -1, nil) == 1
    }
  }

  /// Passes input in pieces; without an output it is authenticated data.
  private func update(_ output: UnsafeMutableRawPointer?, _ input: RawSpan) -> Bool {
    unsafe input.withUnsafeBytes { input in
      var (offset, written): (Int, Int32) = (0, 0)
      while offset < input.count {
        let length = min(input.count - offset, largestPiece)
        let target = unsafe output.map { unsafe ($0 + offset).assumingMemoryBound(to: UInt8.self) }
        let source = unsafe input.baseAddress.map { unsafe ($0 + offset).assumingMemoryBound(to: UInt8.self) }
        guard unsafe EVP_CipherUpdate(context, target, &written, source, Int32(length)) == 1 else {
          return false
        }
        offset += length
      }
      return true
    }
  }
}

/// A cipher of OpenSSL that encrypts and authenticates, looked up once a process.
@safe
// because OpenSSL lets any number of threads read an EVP_CIPHER, and those here are never freed
package struct AEADAlgorithm: @unchecked Sendable {
  package static let aes128GCM = AEADAlgorithm("AES-128-GCM")
  static let aes192GCM = AEADAlgorithm("AES-192-GCM")
  package static let aes256GCM = AEADAlgorithm("AES-256-GCM")
  package static let chaCha20Poly1305 = AEADAlgorithm("ChaCha20-Poly1305")

  /// AES-GCM for a key of this length, or `nil` when AES has no such key.
  static func aesGCM(keyByteCount: Int) -> AEADAlgorithm? {
    switch keyByteCount {
    case 16: aes128GCM
    case 24: aes192GCM
    case 32: aes256GCM
    default: nil
    }
  }

  /// The length of the tag of both ciphers in bytes.
  package static let tagByteCount = 16
  /// The length of a nonce in bytes unless another one is asked for.
  package static let nonceByteCount = 12
  /// The most bytes that one nonce may encrypt with either cipher: 2^36 − 32 (SP 800-38D §5.2.1.1).
  static let largestMessage = 1 << 36 - 32

  /// The EVP_CIPHER, or `nil` when this build of OpenSSL lacks the cipher.
  let pointer: OpaquePointer?
  /// The length of the key in bytes.
  package let keyByteCount: Int

  private init(_ name: StaticString) {
    unsafe pointer = name.withUTF8Buffer { name in
      unsafe name.withMemoryRebound(to: CChar.self) { unsafe EVP_CIPHER_fetch(nil, $0.baseAddress, nil) }
    }
    keyByteCount = unsafe pointer.map { Int(unsafe EVP_CIPHER_get_key_length($0)) } ?? 0
  }
}
