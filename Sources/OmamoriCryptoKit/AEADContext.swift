#if canImport(Darwin)
import CryptoKit
package import OmamoriCore

/// A key that is ready to seal or to open many messages; the twin of OmamoriOpenSSL's type, on CryptoKit.
///
/// One thread at a time. Ciphertext and tag stand one after the other in one buffer. Every nonce may be used for one
/// message only, which the caller makes sure of.
package struct AEADContext: ~Copyable {
  /// What a context is for.
  package enum Direction {
    case open, seal
  }

  private let algorithm: AEADAlgorithm
  private let key: SymmetricKey

  /// Makes a context.
  ///
  /// - Parameters:
  ///   - algorithm: The cipher.
  ///   - key: A key of the cipher's length.
  ///   - direction: What the context is for; CryptoKit does not need to know.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for a key of another length.
  package init(_ algorithm: AEADAlgorithm, key: RawSpan, direction: Direction) throws(CryptoError) {
    guard key.byteCount == algorithm.keyByteCount else {
      throw .outOfRange(lower: algorithm.keyByteCount, upper: algorithm.keyByteCount)
    }
    self.algorithm = algorithm
    // because SymmetricKey copies the bytes
    self.key = unsafe key.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
  }

  /// Encrypts one message.
  ///
  /// - Parameters:
  ///   - plaintext: The message.
  ///   - nonce: A nonce of 12 bytes, never used before with this key.
  ///   - data: What is authenticated but not encrypted.
  ///   - output: Gets the ciphertext and then the tag; 16 bytes longer than the plaintext.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for output of another length.
  package func seal(
    _ plaintext: RawSpan,
    nonce: RawSpan,
    authenticating data: RawSpan,
    into output: inout MutableRawSpan
  ) throws(CryptoError) {
    try check(plaintext.byteCount, output.byteCount)
    do {
      let (ciphertext, tag) = try box(plaintext, Data(nonce.byteArray), Data(data.byteArray))
      // because the output is longer than the ciphertext by the tag
      unsafe output.withUnsafeMutableBytes { output in
        unsafe ciphertext.copyBytes(to: output)
        unsafe tag.copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: output[ciphertext.count...]))
      }
    } catch {
      throw .backend(code: 0)
    }
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
    try check(output.byteCount, ciphertext.byteCount)
    do {
      var opened = try unbox(ciphertext, output.byteCount, Data(nonce.byteArray), Data(data.byteArray))
      // because the output is as long as the message
      unsafe output.withUnsafeMutableBytes { unsafe _ = opened.copyBytes(to: $0) }
      opened.resetBytes(in: 0..<opened.count)
    } catch {
      // because unverified bytes must not stay
      unsafe output.withUnsafeMutableBytes { unsafe _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
      throw .authenticationFailed
    }
  }

  private func check(_ message: Int, _ sealed: Int) throws(CryptoError) {
    guard message >= 0, sealed - AEADAlgorithm.tagByteCount == message else {
      throw .outOfRange(lower: 0, upper: Int.max - AEADAlgorithm.tagByteCount)
    }
  }

  private func box(_ plaintext: RawSpan, _ nonce: Data, _ data: Data) throws -> (ciphertext: Data, tag: Data)
  {
    // because the buffer outlives the call and CryptoKit copies what it keeps
    try unsafe plaintext.withUnsafeBytes { plaintext in
      switch algorithm {
      case .aes128GCM, .aes256GCM:
        let box = unsafe try AES.GCM.seal(
          plaintext, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: data)
        return (box.ciphertext, box.tag)
      case .chaCha20Poly1305:
        let box = unsafe try ChaChaPoly.seal(
          plaintext, using: key, nonce: ChaChaPoly.Nonce(data: nonce), authenticating: data)
        return (box.ciphertext, box.tag)
      }
    }
  }

  private func unbox(_ sealed: RawSpan, _ count: Int, _ nonce: Data, _ data: Data) throws -> Data {
    // because both slices lie within the buffer, which outlives the call, and CryptoKit copies what it keeps
    try unsafe sealed.withUnsafeBytes { sealed in
      let message = unsafe UnsafeRawBufferPointer(rebasing: sealed[..<count])
      let tag = unsafe UnsafeRawBufferPointer(rebasing: sealed[count...])
      switch algorithm {
      case .aes128GCM, .aes256GCM:
        let box = unsafe try AES.GCM.SealedBox(
          nonce: AES.GCM.Nonce(data: nonce), ciphertext: message, tag: tag)
        return try AES.GCM.open(box, using: key, authenticating: data)
      case .chaCha20Poly1305:
        let box = unsafe try ChaChaPoly.SealedBox(
          nonce: ChaChaPoly.Nonce(data: nonce), ciphertext: message, tag: tag)
        return try ChaChaPoly.open(box, using: key, authenticating: data)
      }
    }
  }
}

/// A cipher of CryptoKit that encrypts and authenticates.
package enum AEADAlgorithm: Sendable {
  case aes128GCM, aes256GCM, chaCha20Poly1305

  /// The length of the tag of all ciphers in bytes.
  package static let tagByteCount = 16

  /// The length of the key in bytes.
  package var keyByteCount: Int { self == .aes128GCM ? 16 : 32 }
}
#endif
