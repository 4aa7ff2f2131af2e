import CommandLineKit
import CommandSupport
import OmamoriCrypto

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// An encrypted archive that goes through a pipe into a new folder.
struct FolderDecryption {
  private let source: FilePlace
  private let decryptor: FileDecryptor
  private let allowsOutsideLinks: Bool
  private let interruption: Interruption

  /// - Parameters:
  ///   - source: The encrypted archive.
  ///   - decryptor: What decrypts it.
  ///   - allowsOutsideLinks: Whether symbolic links may lead out of the folder.
  ///   - interruption: Removes what was unpacked when the process has to end at once.
  init(
    _ source: FilePlace, _ decryptor: FileDecryptor, allowsOutsideLinks: Bool, _ interruption: Interruption
  ) {
    (self.source, self.decryptor) = (source, decryptor)
    (self.allowsOutsideLinks, self.interruption) = (allowsOutsideLinks, interruption)
  }

  /// Makes the folder: all of it, or nothing.
  ///
  /// - Throws: ``ArchiveFault``, `CryptoError`, `CancellationError`.
  func run(to folder: String, _ options: FileOptions) async throws {
    let pipe = try Pipe()
    let cancellation = Cancellation()
    let extraction = try FolderExtraction(to: folder, allowsOutsideLinks: allowsOutsideLinks) {
      cancellation.isCancelled
    }
    let removal = interruption.add { extraction.discard() }
    defer {
      extraction.discard()
      interruption.remove(removal)
    }
    let (source, decryptor) = (source, decryptor)
    let decryption = Task {
      // The end of the pipe does not say whether all came; the result of this task does.
      defer { pipe.closeWriteEnd() }
      try await decryptor.decrypt(source, to: .descriptor(pipe.writeEnd), options: options)
    }
    try await withTaskCancellationHandler {
      let rest: FolderExtraction.Rest
      do {
        rest = try await cancellation.run { try extraction.unpack(pipe.readEnd) }
      } catch {
        pipe.closeReadEnd()
        // A wrong key or a damaged file is the cause, not the archive that came to nothing.
        if case .failure(let cause as CryptoError) = await decryption.result, !cause.isClosedPipe {
          throw cause
        }
        throw error
      }
      try await decryption.value
      try await cancellation.run { try extraction.finish(rest) }
    } onCancel: {
      cancellation.cancel()
      decryption.cancel()
    }
  }
}

extension CryptoError {
  /// Whether nobody reads any more what was to be written.
  fileprivate var isClosedPipe: Bool { self == .file(.write, code: EPIPE) }
}
