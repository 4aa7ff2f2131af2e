import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A short text that is decrypted onto a terminal.
///
/// Nothing is shown before all of it has been verified, and nothing that could steer the terminal is shown at all.
struct TerminalDecryption {
  /// The most bytes that are shown.
  private static let greatestSize = 1 << 20

  private let source: FilePlace
  private let decryptor: FileDecryptor

  init(_ source: FilePlace, _ decryptor: FileDecryptor) {
    (self.source, self.decryptor) = (source, decryptor)
  }

  /// Decrypts and shows the text.
  ///
  /// - Throws: ``CryptoFault`` when it is no text or a long one, `CryptoError`.
  func run(to terminal: Terminal, _ options: FileOptions) async throws {
    let pipe = try Pipe()
    let (source, decryptor) = (source, decryptor)
    let decryption = Task {
      defer { pipe.closeWriteEnd() }
      try await decryptor.decrypt(source, to: .descriptor(pipe.writeEnd), options: options)
    }
    try await withTaskCancellationHandler {
      let bytes = try await WatchingThread.run {
        defer { pipe.closeReadEnd() }
        return SharedSecretBytes(
          try SecretInput.read(
            descriptor: pipe.readEnd, name: "-", limit: Self.greatestSize, tooLarge: .notForTerminal))
      }
      try await decryption.value
      guard let text = TerminalText.text(bytes) else { throw CryptoFault.notForTerminal }
      try terminal.write(text)
    } onCancel: {
      decryption.cancel()
    }
  }
}
