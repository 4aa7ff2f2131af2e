public import OmamoriCore

/// Encrypts files, streams and bytes of any size, for recipients, with a password or with a key.
///
/// ```swift
/// let encryptor = try FileEncryptor(to: [Recipient(text: "age1…")])
/// try await encryptor.encrypt("report.pdf", to: "report.pdf.omamori")
/// ```
///
/// A file gets its name only when it is whole and on the disk, with the permissions of its source; whatever happens
/// before leaves nothing behind. The work uses all cores, and memory that does not grow with the size. Encryption to a
/// recipient does not say who encrypted: everybody who knows the public key can.
public struct FileEncryptor: Sendable {
  let sealing: PayloadSealing

  /// Encrypts for everybody who has one of the identities.
  ///
  /// - Parameters:
  ///   - recipients: The public keys, 1 to 512, or 1,024 for age.
  ///   - format: The format of the file.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` when there are none or too many.
  public init(to recipients: [Recipient], format: EncryptedFileFormat = .omamori) throws(CryptoError) {
    let limit = format.codec.greatestRecipientCount
    guard (1...limit).contains(recipients.count) else { throw .outOfRange(lower: 1, upper: limit) }
    sealing = .file(format, .recipients(recipients))
  }

  /// Encrypts for everybody who knows a password.
  ///
  /// - Parameters:
  ///   - password: The password; not empty.
  ///   - format: The format of the file.
  ///   - cost: What one guess costs; `nil` for the usual cost of the format.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for an empty password.
  public init(
    password: Password,
    format: EncryptedFileFormat = .omamori,
    cost: PasswordCost? = nil
  ) throws(CryptoError) {
    guard !password.isEmpty else { throw .outOfRange(lower: 1, upper: .max) }
    sealing = .file(format, .password(password, cost))
  }

  /// Encrypts with a key that the reader has too, as a message of ``Cobblestone`` without any header.
  ///
  /// - Parameters:
  ///   - key: A uniformly random key, of the size that the suite takes. Any number of messages can be sealed with it.
  ///   - context: What the message belongs to, such as a path or an identifier; the reader has to give the same bytes.
  ///   - suite: The cipher.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for a key of another size.
  public init(
    key: SymmetricKey,
    context: [UInt8],
    suite: Cobblestone = .aes256GCM
  ) throws(CryptoError) {
    let count = suite.keyByteCount
    guard key.bitCount == 8 * count else { throw .outOfRange(lower: count, upper: count) }
    sealing = .cobblestone(suite, key, context: context)
  }
}

extension FileEncryptor {
  /// Encrypts bytes in memory.
  ///
  /// - Parameters:
  ///   - bytes: The plaintext.
  ///   - jobs: The number of threads; `nil` for one a core where there is enough work.
  /// - Returns: The whole encrypted file.
  /// - Throws: `CryptoError`.
  public func encrypt(_ bytes: [UInt8], jobs: Int? = nil) throws(CryptoError) -> [UInt8] {
    unsafe try encrypt(bytes.byteSpan.bytes, jobs)  // because UInt8 has no padding
  }

  /// Encrypts data in memory.
  ///
  /// - Parameters:
  ///   - data: The plaintext.
  ///   - jobs: The number of threads; `nil` for one a core where there is enough work.
  /// - Returns: The whole encrypted file.
  /// - Throws: `CryptoError`.
  public func encrypt(_ data: Data, jobs: Int? = nil) throws(CryptoError) -> Data {
    Data(unsafe try encrypt(data.span.bytes, jobs))  // because UInt8 has no padding
  }

  private func encrypt(_ bytes: RawSpan, _ jobs: Int?) throws(CryptoError) -> [UInt8] {
    let (header, cipher) = try sealing.begin()
    let size = try cipher.layout.sealedSize(ofPlaintext: UInt64(bytes.byteCount))
    let file = try MemoryPipeline(cipher: cipher, direction: .seal, jobs: jobs)
      .run(bytes, after: header, resultSize: Int(size))
    return sealing.isArmored ? AgeArmor.text(of: file) : file
  }

  /// Encrypts a file or a stream on the calling thread and as many others as the options say.
  ///
  /// - Parameters:
  ///   - source: What is read. A file must not be written to meanwhile.
  ///   - destination: What is written; see ``FilePlace``. A device or a named pipe that stands there is written to as it
  ///     is.
  ///   - options: The threads, the progress, and whether a file is replaced.
  /// - Throws: `CryptoError`: `CryptoError.destinationExists`, `CryptoError.sourceChanged`,
  ///   `CryptoError.file(_:code:)`, `CryptoError.cancelled` when the task is cancelled, and others.
  public func encrypt(
    _ source: FilePlace,
    to destination: FilePlace,
    options: FileOptions = FileOptions()
  ) throws(CryptoError) {
    try FileJob(source, destination, options).seal(sealing)
  }

  /// Encrypts a file or a stream on threads of its own, so that no thread of Swift's tasks is blocked.
  ///
  /// - Parameters:
  ///   - source: What is read. A file must not be written to meanwhile.
  ///   - destination: What is written.
  ///   - options: The threads, the progress, and whether a file is replaced.
  /// - Throws: As the function of the same name that blocks.
  public func encrypt(
    _ source: FilePlace,
    to destination: FilePlace,
    options: FileOptions = FileOptions()
  ) async throws(CryptoError) {
    let job = FileJob(source, destination, options)
    try await job.onOwnThread { () throws(CryptoError) in try job.seal(sealing) }
  }

  /// Encrypts pieces of bytes as they come.
  ///
  /// - Parameter pieces: The plaintext in pieces of any size, such as `[UInt8]` or `Data`.
  /// - Returns: The encrypted file in pieces; its iterator throws `CryptoError` and what `pieces` throws.
  public func encrypt<Pieces: AsyncSequence>(_ pieces: Pieces) -> EncryptedPieces<Pieces>
  where Pieces.Element: ContiguousBytes {
    EncryptedPieces(pieces: pieces, sealing: sealing)
  }
}
