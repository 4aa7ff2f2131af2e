public import OmamoriCore

/// Decrypts files, streams and bytes that ``FileEncryptor`` made, and age files.
///
/// ```swift
/// let decryptor = FileDecryptor(identities: [identity])
/// try await decryptor.decrypt("report.pdf.omamori", to: "report.pdf")
/// ```
///
/// Nothing that is not authentic is given out. A file gets its name only when all of it has been verified. A pipe gets
/// the plaintext as it is verified, chunk by chunk and in order; when the input was cut off, that shows at its end, so
/// whoever reads the pipe has to heed the failure.
public struct FileDecryptor: Sendable {
  let opening: PayloadOpening

  /// Decrypts with the first of some keys that fits; the format is told by the first bytes.
  ///
  /// - Parameters:
  ///   - identities: Private keys.
  ///   - passwords: Passwords; each that is tried costs a slow calculation.
  ///   - limits: The most that a file may ask for to check a password; `nil` for the usual limits of its format:
  ///     ``PasswordCostLimits/standard`` for Omamori files, and age's work factor of 22, which takes 4 GiB, for age files.
  public init(
    identities: [Identity],
    passwords: [Password] = [],
    limits: PasswordCostLimits? = nil
  ) {
    opening = .file(FileKeys(identities: identities, passwords: passwords, limits: limits))
  }

  /// Decrypts with the first of some passwords that fits; the format is told by the first bytes.
  ///
  /// - Parameters:
  ///   - passwords: Passwords; each that is tried costs a slow calculation.
  ///   - limits: The most that a file may ask for to check a password, as for
  ///     ``init(identities:passwords:limits:)``.
  public init(passwords: [Password], limits: PasswordCostLimits? = nil) {
    self.init(identities: [], passwords: passwords, limits: limits)
  }

  /// Decrypts a message of ``Cobblestone``.
  ///
  /// - Parameters:
  ///   - key: The key that the message was encrypted with.
  ///   - context: The context that the writer gave.
  ///   - suite: The cipher.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for a key of another size.
  public init(
    key: SymmetricKey,
    context: [UInt8],
    suite: Cobblestone = .aes256GCM
  ) throws(CryptoError) {
    let count = suite.keyByteCount
    guard key.bitCount == 8 * count else { throw .outOfRange(lower: count, upper: count) }
    opening = .cobblestone(suite, key, context: context)
  }
}

extension FileDecryptor {
  /// Decrypts bytes in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole encrypted file.
  ///   - jobs: The number of threads; `nil` for one a core where there is enough work.
  /// - Returns: The plaintext, all of it verified.
  /// - Throws: `CryptoError`.
  public func decrypt(_ bytes: [UInt8], jobs: Int? = nil) throws(CryptoError) -> [UInt8] {
    unsafe try decrypt(bytes.byteSpan.bytes, jobs)  // because UInt8 has no padding
  }

  /// Decrypts data in memory.
  ///
  /// - Parameters:
  ///   - data: The whole encrypted file.
  ///   - jobs: The number of threads; `nil` for one a core where there is enough work.
  /// - Returns: The plaintext, all of it verified.
  /// - Throws: `CryptoError`.
  public func decrypt(_ data: Data, jobs: Int? = nil) throws(CryptoError) -> Data {
    Data(unsafe try decrypt(data.span.bytes, jobs))  // because UInt8 has no padding
  }

  private func decrypt(_ bytes: RawSpan, _ jobs: Int?) throws(CryptoError) -> [UInt8] {
    if opening.allowsArmor, let file = try AgeArmor.content(of: bytes) {
      return unsafe try decryptBinary(file.byteSpan.bytes, jobs)  // because UInt8 has no padding
    }
    return try decryptBinary(bytes, jobs)
  }

  private func decryptBinary(_ bytes: RawSpan, _ jobs: Int?) throws(CryptoError) -> [UInt8] {
    let (cipher, headerSize) = try HeaderScan(opening).open(bytes)
    let body = bytes.extracting(headerSize...)
    let contents = try cipher.layout.contents(ofSealed: UInt64(body.byteCount))
    return try MemoryPipeline(cipher: cipher, direction: .open, jobs: jobs)
      .run(body, after: [], resultSize: Int(contents.plaintext))
  }

  /// Decrypts a file or a stream on the calling thread and as many others as the options say.
  ///
  /// - Parameters:
  ///   - source: What is read. A file must not be written to meanwhile.
  ///   - destination: What is written; see ``FilePlace``. A device or a named pipe that stands there is written to as it
  ///     is.
  ///   - options: The threads, the progress, and whether a file is replaced.
  /// - Throws: `CryptoError`: `CryptoError.unknownFormat`, `CryptoError.noMatchingKey`,
  ///   `CryptoError.authenticationFailed`, `CryptoError.truncated(_:)`, `CryptoError.cancelled` when the task is cancelled, and others.
  public func decrypt(
    _ source: FilePlace,
    to destination: FilePlace,
    options: FileOptions = FileOptions()
  ) throws(CryptoError) {
    try FileJob(source, destination, options).open(opening)
  }

  /// Decrypts a file or a stream on threads of its own, so that no thread of Swift's tasks is blocked.
  ///
  /// - Parameters:
  ///   - source: What is read. A file must not be written to meanwhile.
  ///   - destination: What is written.
  ///   - options: The threads, the progress, and whether a file is replaced.
  /// - Throws: As the function of the same name that blocks.
  public func decrypt(
    _ source: FilePlace,
    to destination: FilePlace,
    options: FileOptions = FileOptions()
  ) async throws(CryptoError) {
    let job = FileJob(source, destination, options)
    try await job.onOwnThread { () throws(CryptoError) in try job.open(opening) }
  }

  /// Decrypts pieces of bytes as they come.
  ///
  /// - Parameter pieces: The encrypted file in pieces of any size, such as `[UInt8]` or `Data`.
  /// - Returns: The verified plaintext in pieces; its iterator throws `CryptoError`, at the end too when the input was
  ///   cut off, and what `pieces` throws.
  public func decrypt<Pieces: AsyncSequence>(_ pieces: Pieces) -> DecryptedPieces<Pieces>
  where Pieces.Element: ContiguousBytes {
    DecryptedPieces(pieces: pieces, opening: opening)
  }
}
