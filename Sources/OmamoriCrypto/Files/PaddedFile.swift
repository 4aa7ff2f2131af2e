import OmamoriCore

/// A file that is sealed with a key of its own, whose size is hidden, and whose sealed bytes have one digest.
///
/// The plaintext is followed by the byte 0x80 and zeros up to a size that the caller chooses, sealed as a message of ``Cobblestone``, and
/// hashed as it goes. Memory does not grow with the size. A value; safe to share between threads.
package struct PaddedFile: Sendable {
  /// What the reader has to know beside key and context.
  package struct Seal: Sendable, Hashable {
    /// The size of the plaintext in bytes.
    package let length: UInt64
    /// The size with what follows it in bytes.
    package let paddedLength: UInt64
    /// SHA-256 of the sealed file.
    package let digest: [UInt8]

    /// Puts the three together.
    package init(length: UInt64, paddedLength: UInt64, digest: [UInt8]) {
      (self.length, self.paddedLength, self.digest) = (length, paddedLength, digest)
    }
  }

  /// What follows the plaintext, before the zeros.
  static let marker: UInt8 = 0x80

  private let key: SymmetricKey
  private let context: [UInt8]
  private let limit: UInt64
  private let paddedLength: @Sendable (UInt64) -> UInt64

  /// Prepares for one file.
  ///
  /// - Parameters:
  ///   - key: The key of the file alone, 32 bytes.
  ///   - context: What the file belongs to; the reader has to give the same bytes.
  ///   - limit: The greatest size of the plaintext in bytes.
  ///   - paddedLength: The size with what follows it of a plaintext of some size, greater than that.
  package init(
    key: SymmetricKey,
    context: [UInt8],
    limit: UInt64,
    paddedLength: @escaping @Sendable (UInt64) -> UInt64
  ) {
    (self.key, self.context, self.limit, self.paddedLength) = (key, context, limit, paddedLength)
  }

  /// Seals a file on threads of its own.
  ///
  /// - Parameters:
  ///   - source: What is read.
  ///   - destination: What is written; a file appears when it is whole, readable for its owner only.
  ///   - options: The threads, the progress, and whether a file is replaced.
  /// - Returns: What the reader has to know.
  /// - Throws: ``CryptoError``.
  package func seal(
    _ source: FilePlace,
    to destination: FilePlace,
    options: FileOptions
  ) async throws(CryptoError) -> Seal {
    let result = Protected<Seal?>(nil)
    let job = PaddedFileJob(source, destination, options)
    let file = self
    try await job.onOwnThread { () throws(CryptoError) in
      let seal = try job.seal(key: file.key, file.context, limit: file.limit, file.paddedLength)
      result.withLock { $0 = seal }
    }
    guard let seal = result.current else { throw .cancelled }
    return seal
  }

  /// Opens a file on threads of its own; it appears only when all of it, and its digest, have been verified.
  ///
  /// - Parameters:
  ///   - source: What is read.
  ///   - destination: The file to write, readable for its owner only.
  ///   - seal: What ``seal(_:to:options:)`` gave.
  ///   - options: The threads, the progress, and whether a file is replaced.
  /// - Throws: ``CryptoError``.
  package func open(
    _ source: FilePlace,
    to destination: FilePlace,
    _ seal: Seal,
    options: FileOptions
  ) async throws(CryptoError) {
    let job = PaddedFileJob(source, destination, options)
    let file = self
    try await job.onOwnThread { () throws(CryptoError) in try job.open(key: file.key, file.context, seal) }
  }
}
