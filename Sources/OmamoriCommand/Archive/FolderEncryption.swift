import OmamoriCrypto

/// A folder that goes through a pipe from the archive to the encryptor.
struct FolderEncryption {
  private let folder: String
  private let encryptor: FileEncryptor
  private let skipped: @Sendable (String) -> Void

  /// - Parameters:
  ///   - folder: The folder.
  ///   - encryptor: What encrypts the archive.
  ///   - skipped: Is told of what is left out.
  init(_ folder: String, _ encryptor: FileEncryptor, skipped: @escaping @Sendable (String) -> Void) {
    (self.folder, self.encryptor, self.skipped) = (folder, encryptor, skipped)
  }

  /// Encrypts all of the folder, or nothing.
  ///
  /// - Throws: ``ArchiveFault``, `CryptoError`, `CancellationError`.
  func run(to destination: FilePlace, _ options: FileOptions) async throws {
    let pipe = try Pipe()
    let cancellation = Cancellation()
    let archive = FolderArchive(folder, isCancelled: { cancellation.isCancelled }, skipped: skipped)
    let encryptor = encryptor
    let encryption = Task {
      // An archive that nobody takes must not wait for ever.
      defer { pipe.closeReadEnd() }
      try await encryptor.encrypt(.descriptor(pipe.readEnd), to: destination, options: options)
    }
    try await withTaskCancellationHandler {
      do {
        try await cancellation.run { try archive.write(to: pipe.writeEnd) }
      } catch {
        // The pipe stays open until the encryption has ended, so that half an archive never looks like a whole one.
        encryption.cancel()
        let result = await encryption.result
        pipe.closeWriteEnd()
        if case .failure(let cause as CryptoError) = result, cause != .cancelled { throw cause }
        throw error
      }
      pipe.closeWriteEnd()
      try await encryption.value
    } onCancel: {
      cancellation.cancel()
      encryption.cancel()
    }
  }
}
