import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// AES-256-GCM as the store uses it: the nonce first, the tag last.
///
/// Has no state; safe to use from any thread.
enum Sealing {
  /// The length of a nonce in bytes.
  static let nonceByteCount = AEADAlgorithm.nonceByteCount
  /// The length of a tag in bytes.
  static let tagByteCount = AEADAlgorithm.tagByteCount
  /// How much longer than the plaintext a sealed message is.
  static let overhead = nonceByteCount + tagByteCount

  /// A cipher with a key, for many messages.
  ///
  /// - Throws: `KeychainError.backend(code:)`.
  static func context(
    _ key: SymmetricKey, _ direction: AEADContext.Direction
  ) throws(KeychainError) -> AEADContext {
    try key.withBytes { key throws(KeychainError) in try context(key, direction) }
  }

  /// A cipher with a key of 32 bytes.
  ///
  /// - Throws: `KeychainError.backend(code:)`.
  static func context(
    _ key: RawSpan, _ direction: AEADContext.Direction
  ) throws(KeychainError) -> AEADContext {
    do throws(CryptoError) { return try AEADContext(.aes256GCM, key: key, direction: direction) } catch {
      throw failure(error)
    }
  }

  /// Adds the nonce and the sealed message to `bytes`.
  ///
  /// - Throws: `KeychainError.backend(code:)`.
  static func seal(
    _ context: borrowing AEADContext, _ plaintext: RawSpan, nonce: RawSpan, _ data: RawSpan,
    to bytes: inout [UInt8]
  ) throws(KeychainError) {
    bytes.append(nonce)
    try sealBody(context, plaintext, nonce: nonce, data, to: &bytes)
  }

  /// Adds a sealed message to `bytes` without its nonce.
  ///
  /// - Throws: `KeychainError.backend(code:)`.
  static func sealBody(
    _ context: borrowing AEADContext, _ plaintext: RawSpan, nonce: RawSpan, _ data: RawSpan,
    to bytes: inout [UInt8]
  ) throws(KeychainError) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: plaintext.byteCount + tagByteCount))
    var failure: CryptoError?
    // because the part that is written was appended above
    unsafe bytes.withUnsafeMutableBytes { bytes in
      var output = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...]).mutableBytes
      do throws(CryptoError) {
        try context.seal(plaintext, nonce: nonce, authenticating: data, into: &output)
      } catch { failure = error }
    }
    if let failure { throw Self.failure(failure) }
  }

  /// Calls `body` with the message, which is wiped afterwards.
  ///
  /// - Parameters:
  ///   - context: The cipher.
  ///   - sealed: The nonce and the sealed message.
  ///   - data: What was authenticated with it.
  ///   - body: Reads the message.
  /// - Returns: What `body` returns; `nil` when the message or the data were changed.
  /// - Throws: What `body` throws.
  static func open<Result, Failure: Error>(
    _ context: borrowing AEADContext, _ sealed: RawSpan, _ data: RawSpan,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard sealed.byteCount >= overhead else { return nil }
    return try openBody(
      context, sealed.extracting(nonceByteCount...), nonce: sealed.extracting(..<nonceByteCount), data, body)
  }

  /// Calls `body` with a message that stands without its nonce; the message is wiped afterwards.
  ///
  /// - Throws: What `body` throws.
  static func openBody<Result, Failure: Error>(
    _ context: borrowing AEADContext, _ sealed: RawSpan, nonce: RawSpan, _ data: RawSpan,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard sealed.byteCount >= tagByteCount else { return nil }
    let count = sealed.byteCount - tagByteCount
    var result: Swift.Result<Result?, Failure> = .success(nil)
    // because the room is used inside of the closure only and wiped before it is given back
    unsafe withUnsafeTemporaryAllocation(byteCount: max(count, 1), alignment: 16) { room in
      defer { unsafe room.wipe() }
      let message = unsafe UnsafeMutableRawBufferPointer(rebasing: room[..<count])
      var output = unsafe message.mutableBytes
      do throws(CryptoError) {
        try context.open(sealed, nonce: nonce, authenticating: data, into: &output)
      } catch { return }
      do throws(Failure) {
        result = .success(try body(unsafe UnsafeRawBufferPointer(message).bytes))
      } catch { result = .failure(error) }
    }
    return try result.get()
  }

  /// Calls `body` with random bytes, which are wiped afterwards.
  ///
  /// - Throws: `KeychainError.backend(code:)` when the system gives none, and what `body` throws.
  static func withRandom<Result>(
    _ count: Int, _ body: (RawSpan) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    var result: Swift.Result<Result, KeychainError> = .failure(.backend(code: 0))
    // because the room is used inside of the closure only and wiped before it is given back
    unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { room in
      defer { unsafe room.wipe() }
      var bytes = unsafe room.mutableBytes
      do throws(CoreError) { try SystemRandomness().fill(&bytes) } catch { return }
      do throws(KeychainError) {
        result = .success(try body(unsafe UnsafeRawBufferPointer(room).bytes))
      } catch { result = .failure(error) }
    }
    return try result.get()
  }

  /// The error for one of the cryptographic library, which valid use does not cause.
  private static func failure(_ error: CryptoError) -> KeychainError {
    guard case .backend(let code) = error else { return .backend(code: 0) }
    return .backend(code: Int(truncatingIfNeeded: code))
  }
}

/// The ciphers of one accessibility class, ready for many items; their memory is wiped with this object.
///
/// One thread at a time.
final class ClassSealer {
  private let metadataSeal: AEADContext
  private let metadataOpen: AEADContext
  private let keySeal: AEADContext
  private let keyOpen: AEADContext

  /// Makes the ciphers.
  ///
  /// - Throws: `KeychainError.backend(code:)`.
  init(_ keys: ClassKeys) throws(KeychainError) {
    metadataSeal = try Sealing.context(keys.metadata, .seal)
    metadataOpen = try Sealing.context(keys.metadata, .open)
    keySeal = try Sealing.context(keys.secret, .seal)
    keyOpen = try Sealing.context(keys.secret, .open)
  }

  /// Adds sealed metadata to `bytes`.
  func sealMetadata(_ plaintext: RawSpan, nonce: RawSpan, _ data: RawSpan, to bytes: inout [UInt8])
    throws(KeychainError)
  {
    try Sealing.seal(metadataSeal, plaintext, nonce: nonce, data, to: &bytes)
  }

  /// Calls `body` with metadata, which are wiped afterwards.
  func openMetadata<Result, Failure: Error>(
    _ sealed: RawSpan, _ data: RawSpan, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try Sealing.open(metadataOpen, sealed, data, body)
  }

  /// Adds a sealed key to `bytes`.
  func sealKey(_ plaintext: RawSpan, nonce: RawSpan, _ data: RawSpan, to bytes: inout [UInt8])
    throws(KeychainError)
  {
    try Sealing.seal(keySeal, plaintext, nonce: nonce, data, to: &bytes)
  }

  /// Calls `body` with a key, which is wiped afterwards.
  func openKey<Result, Failure: Error>(
    _ sealed: RawSpan, _ data: RawSpan, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try Sealing.open(keyOpen, sealed, data, body)
  }
}

/// The keys that are in force, and how often they were changed.
struct StoreKeys: Sendable {
  /// Grows with every change.
  private(set) var version: UInt64 = 1
  /// The keys; `nil` before the first unlocking.
  private(set) var ring: KeyRing?
  /// The number of the keybag that they come from.
  private(set) var keybagGeneration: UInt64 = 0

  /// Puts other keys into force, or none.
  mutating func replace(_ ring: KeyRing?, _ keybagGeneration: UInt64) {
    version += 1
    (self.ring, self.keybagGeneration) = (ring, keybagGeneration)
  }

  /// Puts the keys of a new keybag into force; of what was locked since a version, nothing.
  mutating func take(_ ring: KeyRing, _ keybagGeneration: UInt64, since version: UInt64) {
    guard self.version != version else { return replace(ring, keybagGeneration) }
    let rest = self.ring.map { rest in
      KeyRing(
        classes: ring.classes.filter { rest.classes[$0.key] != nil }, index: ring.index,
        integrity: ring.integrity, access: ring.access, invalidated: ring.invalidated)
    }
    replace(rest, keybagGeneration)
  }
}
