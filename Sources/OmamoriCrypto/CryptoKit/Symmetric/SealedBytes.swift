#if !canImport(Darwin)
import Glibc
import OmamoriCore

/// A nonce, the ciphertext and the tag in one piece of memory: what both kinds of sealed boxes hold.
struct SealedBytes: Sendable {
  /// All three, one after the other.
  let combined: Data
  /// The length of the nonce, with which `combined` begins.
  let nonceByteCount: Int

  var nonce: Data { combined.prefix(nonceByteCount) }
  var ciphertext: Data { combined.dropFirst(nonceByteCount).dropLast(AEADAlgorithm.tagByteCount) }
  var tag: Data { combined.suffix(AEADAlgorithm.tagByteCount) }

  /// Takes over data of at least a nonce and a tag.
  init(combined: Data, nonceByteCount: Int) throws(CryptoKitError) {
    guard combined.count >= nonceByteCount + AEADAlgorithm.tagByteCount else { throw .incorrectParameterSize }
    (self.combined, self.nonceByteCount) = (combined, nonceByteCount)
  }

  /// Puts the three parts together.
  init(nonce: Data, ciphertext: some DataProtocol, tag: some DataProtocol) throws(CryptoKitError) {
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
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for a message that is too long, or what OpenSSL or the system fails with.
  init(
    sealing plaintext: RawSpan,
    _ algorithm: AEADAlgorithm,
    key: SymmetricKey,
    nonce: Data?,
    authenticating data: RawSpan
  ) throws(CryptoError) {
    let nonceByteCount = nonce?.count ?? AEADAlgorithm.nonceByteCount
    let context = try key.withBytes { key throws(CryptoError) in
      try AEADContext(algorithm, key: key, direction: .seal, nonceByteCount: nonceByteCount)
    }
    let count = nonceByteCount + plaintext.byteCount + AEADAlgorithm.tagByteCount
    combined = unsafe try Self.allocate(count) { buffer throws(CryptoError) in
      // because the buffer is long enough for the nonce, what is sealed comes after it, and both outlive the call
      let head = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<nonceByteCount])
      if let nonce { unsafe head.copyBytes(from: nonce) } else { unsafe try Self.fill(head) }
      var body = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[nonceByteCount...]).mutableBytes
      let start = unsafe UnsafeRawBufferPointer(head).bytes
      try context.seal(plaintext, nonce: start, authenticating: data, into: &body)
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
  /// - Throws: ``CryptoError/authenticationFailed``, or what OpenSSL fails with.
  func open(
    _ algorithm: AEADAlgorithm,
    key: SymmetricKey,
    authenticating data: RawSpan
  ) throws(CryptoError) -> Data {
    let context = try key.withBytes { key throws(CryptoError) in
      try AEADContext(algorithm, key: key, direction: .open, nonceByteCount: nonceByteCount)
    }
    let bytes = unsafe combined.span.bytes  // because UInt8 has no padding
    let sealed = bytes.extracting(nonceByteCount...)
    let count = sealed.byteCount - AEADAlgorithm.tagByteCount
    return unsafe try Self.allocate(count) { buffer throws(CryptoError) in
      // because the buffer outlives the call
      var output = unsafe buffer.mutableBytes
      try context.open(
        sealed, nonce: bytes.extracting(..<nonceByteCount), authenticating: data, into: &output)
    }
  }

  /// Data of new memory that `body` has written; it is freed when `body` throws.
  private static func allocate(
    _ count: Int,
    _ body: (UnsafeMutableRawBufferPointer) throws(CryptoError) -> Void
  ) throws(CryptoError) -> Data {
    // because the memory belongs to this function until the data take it over, and is never read before it is written
    guard let start = unsafe malloc(max(count, 1)) else { throw .outOfMemory }
    do throws(CryptoError) {
      unsafe try body(UnsafeMutableRawBufferPointer(start: start, count: count))
    } catch {
      unsafe free(start)
      throw error
    }
    return unsafe Data(bytesNoCopy: start, count: count, deallocator: .free)
  }

  private static func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) {
    do throws(CoreError) {
      var bytes = unsafe buffer.mutableBytes  // because the buffer outlives the call
      try SystemRandomness().fill(&bytes)
    } catch {
      throw CryptoError(error)
    }
  }
}
#endif
