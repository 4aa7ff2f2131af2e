#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// One run of `omamori keychain import`.
struct ImportRun {
  let arguments: Arguments
  let handles: ImportHandles

  init(_ arguments: Arguments, _ handles: ImportHandles) {
    (self.arguments, self.handles) = (arguments, handles)
  }

  /// Reads the source, opens the keychain, and stores the items.
  func run() async throws -> ExitCode {
    let (format, source) = (try arguments[handles.format], try arguments[handles.source].string)
    let identities = try arguments[handles.identities].map(\.string)
    if format != .omamori, try !identities.isEmpty || handles.password.isGiven(arguments) {
      throw CryptoFault.usage(
        HelpText("only an export of omamori is encrypted", ja: "暗号化されているのは omamori の書き出しファイルだけです"),
        hint: HelpText(
          "leave out --identity and --export-password-file",
          ja: "--identity と --export-password-file を外してください"))
    }
    try arguments.shareStandardInput(
      source == "-", identities.contains("-"), handles.password.usesStandardInput(arguments),
      handles.keychain.usesStandardInput(arguments))
    if format == .omamori { return try await restore(source, identities) }
    let found = try await read(format, source)
    let opened = try await OpenedKeychain(arguments, handles.keychain)
    return try await handles.storing.store(FoundItems(found), in: opened, arguments)
  }

  private func read(_ format: ImportFormat, _ source: String) async throws -> ImportResult {
    switch format {
    case .pass: return try await PassSource(arguments).read(source)
    case .keepassCSV:
      return try await plain(source) { bytes throws(KeychainError) in try KeePassCSVImporter.read(bytes) }
    case .keepassXML:
      return try await plain(source) { bytes throws(KeychainError) in try KeePassXMLImporter.read(bytes) }
    case .securityDump, .omamori:
      return try await plain(source) { bytes throws(KeychainError) in try SecurityDumpImporter.read(bytes) }
    }
  }

  /// Reads a file in clear, and wipes it from the memory afterwards.
  private func plain(
    _ source: String, _ read: @escaping @Sendable ([UInt8]) throws(KeychainError) -> ImportResult
  ) async throws -> ImportResult {
    try await WatchingThread.run {
      let secret = try SecretInput.read(source, limit: ImportLimits.standard.bytes)
      // because the array is wiped below
      var bytes = secret.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
      defer {
        // because the buffer is the array's own
        unsafe bytes.withUnsafeMutableBytes { buffer in
          if let base = buffer.baseAddress { unsafe MemoryPages.wipe(base, buffer.count) }
        }
      }
      return try read(bytes)
    }
  }

  private func restore(_ source: String, _ identityFiles: [String]) async throws -> ExitCode {
    guard source != "-" else {
      throw CryptoFault.usage(
        HelpText("an export is read from a file", ja: "書き出しファイルは標準入力から読み込めません"),
        hint: HelpText("give its name", ja: "ファイル名を指定してください"))
    }
    let files = KeyFiles(arguments: arguments)
    let identities = try identityFiles.flatMap(files.identities)
    var passwords: [Password] = []
    if identities.isEmpty {
      let subject = LocalizedText("the export", ja: "書き出しファイル")
      passwords = [try await handles.password.password(arguments, isNew: false, of: subject)]
    }
    let decryptor = FileDecryptor(identities: identities, passwords: passwords)
    let opened = try await OpenedKeychain(arguments, handles.keychain)
    let items = try await KeychainExporter(opened.backend).items(from: source, decryptor: decryptor)
    return try await handles.storing.store(FoundItems(items: items), in: opened, arguments)
  }
}
#endif
