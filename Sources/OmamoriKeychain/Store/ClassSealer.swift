#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

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
  /// - Throws: ``KeychainError/backend(code:)``.
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
#endif
