package import OmamoriCore

/// A nonce, the ciphertext and the tag in one piece of memory: what both kinds of sealed boxes hold.
package struct SealedBytes: Sendable {
  /// All three, one after the other.
  package let combined: Data
  /// The length of the nonce, with which `combined` begins.
  package let nonceByteCount: Int

  package var nonce: Data { combined.prefix(nonceByteCount) }
  package var ciphertext: Data { combined.dropFirst(nonceByteCount).dropLast(AEADAlgorithm.tagByteCount) }
  package var tag: Data { combined.suffix(AEADAlgorithm.tagByteCount) }

  /// Takes over data of at least a nonce and a tag.
  package init(combined: Data, nonceByteCount: Int) throws(CryptoKitError) {
    guard combined.count >= nonceByteCount + AEADAlgorithm.tagByteCount else { throw .incorrectParameterSize }
    (self.combined, self.nonceByteCount) = (combined, nonceByteCount)
  }

  /// Puts the three parts together.
  package init(nonce: Data, ciphertext: some DataProtocol, tag: some DataProtocol) throws(CryptoKitError) {
    guard tag.count == AEADAlgorithm.tagByteCount else { throw .incorrectParameterSize }
    var combined = nonce
    combined.reserveCapacity(nonce.count + ciphertext.count + tag.count)
    combined.append(contentsOf: ciphertext)
    combined.append(contentsOf: tag)
    try self.init(combined: combined, nonceByteCount: nonce.count)
  }

  /// Seals a message.
  ///
  /// - Parameters:
  ///   - plaintext: The message.
  ///   - algorithm: The cipher.
  ///   - key: A key of the cipher's length.
  ///   - nonce: The nonce, or `nil` for a random one of 12 bytes.
  ///   - data: What is authenticated but not encrypted.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for a message that is too long, or what OpenSSL or the system fails with.
  package init(
    sealing plaintext: RawSpan,
    _ algorithm: AEADAlgorithm,
    key: SymmetricKey,
    nonce: Data?,
    authenticating data: RawSpan
  ) throws(CryptoError) {
    let nonceByteCount = nonce?.count ?? AEADAlgorithm.nonceByteCount
    let count = nonceByteCount + plaintext.byteCount + AEADAlgorithm.tagByteCount
    combined = try Data(byteCount: count) { output throws(CryptoError) in
      // because both parts lie within the output, one after the other, and are used during the call only
      try unsafe output.withUnsafeMutableBytes { output throws(CryptoError) in
        let head = unsafe UnsafeMutableRawBufferPointer(rebasing: output[..<nonceByteCount])
        if let nonce { unsafe head.copyBytes(from: nonce) } else { try unsafe RandomNonce.fill(head) }
        var body = unsafe UnsafeMutableRawBufferPointer(rebasing: output[nonceByteCount...]).mutableBytes
        let start = unsafe UnsafeRawBufferPointer(head).bytes
        try Self.seal(plaintext, algorithm, key, start, data, &body)
      }
    }
    self.nonceByteCount = nonceByteCount
  }

  /// Opens the message.
  ///
  /// - Parameters:
  ///   - algorithm: The cipher.
  ///   - key: A key of the cipher's length.
  ///   - data: What was authenticated with it.
  /// - Returns: The plaintext; when the message is not authentic, nothing of it is left in memory.
  /// - Throws: `CryptoError.authenticationFailed`, or what OpenSSL fails with.
  package func open(
    _ algorithm: AEADAlgorithm,
    key: SymmetricKey,
    authenticating data: RawSpan
  ) throws(CryptoError) -> Data {
    let bytes = unsafe combined.span.bytes  // because UInt8 has no padding
    let sealed = bytes.extracting(nonceByteCount...)
    let count = sealed.byteCount - AEADAlgorithm.tagByteCount
    return try Data(byteCount: count) { output throws(CryptoError) in
      let nonce = bytes.extracting(..<nonceByteCount)
      try Self.open(sealed, algorithm, key, nonce, data, &output)
    }
  }

  private static func seal(
    _ plaintext: RawSpan,
    _ algorithm: AEADAlgorithm,
    _ key: SymmetricKey,
    _ nonce: RawSpan,
    _ data: RawSpan,
    _ output: inout MutableRawSpan
  ) throws(CryptoError) {
    guard nonce.byteCount <= LongNonceGCM.longestOrdinaryNonce else {
      return try LongNonceGCM(algorithm, key: key)
        .seal(plaintext, nonce: nonce, authenticating: data, into: &output)
    }
    let context = try key.withBytes { key throws(CryptoError) in
      try AEADContext(algorithm, key: key, direction: .seal, nonceByteCount: nonce.byteCount)
    }
    try context.seal(plaintext, nonce: nonce, authenticating: data, into: &output)
  }

  private static func open(
    _ sealed: RawSpan,
    _ algorithm: AEADAlgorithm,
    _ key: SymmetricKey,
    _ nonce: RawSpan,
    _ data: RawSpan,
    _ output: inout MutableRawSpan
  ) throws(CryptoError) {
    guard nonce.byteCount <= LongNonceGCM.longestOrdinaryNonce else {
      return try LongNonceGCM(algorithm, key: key)
        .open(sealed, nonce: nonce, authenticating: data, into: &output)
    }
    let context = try key.withBytes { key throws(CryptoError) in
      try AEADContext(algorithm, key: key, direction: .open, nonceByteCount: nonce.byteCount)
    }
    try context.open(sealed, nonce: nonce, authenticating: data, into: &output)
  }
}

/// Random nonces of 12 bytes.
enum RandomNonce {
  /// A new nonce, for functions that cannot throw.
  static func make() -> Data {
    do throws(CryptoError) {
      return try Data(byteCount: AEADAlgorithm.nonceByteCount) { bytes throws(CryptoError) in
        // because the buffer is only written during the call
        try unsafe bytes.withUnsafeMutableBytes { bytes throws(CryptoError) in try unsafe fill(bytes) }
      }
    } catch {
      // because CryptoKit's initialiser does not throw, and a nonce that is not random could be one used before
      preconditionFailure("the operating system gave no random bytes")
    }
  }

  /// Writes a new nonce.
  static func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) {
    do throws(CoreError) {
      var bytes = unsafe buffer.mutableBytes  // because the buffer outlives the call
      try SystemRandomness().fill(&bytes)
    } catch {
      throw CryptoError(error)
    }
  }
}
