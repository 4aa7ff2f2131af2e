import CommandLineKit
import CommandSupport
import FileCommands
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

/// What was found in a source.
struct FoundItems {
  /// The items, ready to be stored.
  let items: [NewItem]
  /// What was left out or changed.
  var notes: [ImportNote] = []
  /// How often each reason occurred.
  var counts: [ImportReason: Int] = [:]
  /// How many were left out.
  var skipped = 0
  /// How many items of other programs are in the source; they stay there.
  var foreign = 0
}

extension FoundItems {
  /// What an importer found.
  init(_ result: ImportResult) {
    self.init(items: result.items, notes: result.notes, counts: result.counts, skipped: result.skipped)
  }
}

/// An import that is undone at its end, so that it says exactly what the real one would do.
enum Rehearsal {
  /// Tries to store the items.
  ///
  /// - Returns: How many would be new, and how many are there already (as `kept`), with their names.
  /// - Throws: `KeychainError`.
  static func run(_ items: [NewItem], _ backend: any KeychainBackend) async throws -> Counts {
    let counts = Protected(Counts())
    do throws(KeychainError) {
      try await backend.transaction { transaction throws(KeychainError) in
        for item in items {
          let isNew = try transaction.put(item, if: .absent) != nil
          counts.withLock { counts in
            guard !isNew else { return counts.added += 1 }
            counts.kept += 1
            guard counts.conflicts.count < ImportResult.greatestListing else { return }
            counts.conflicts.append(item.attributes)
          }
        }
        // Whatever was stored is undone by this.
        throw .cancelled
      }
    } catch {
      guard error == .cancelled, !Task.isCancelled else { throw error }
    }
    return counts.current
  }

  /// What an import did, or would do.
  struct Counts: Sendable {
    var added = 0
    var replaced = 0
    var kept = 0
    /// The items that are stored already, at most ``ImportResult/greatestListing``.
    var conflicts: [ItemAttributes] = []

    init() {}

    /// What an import did.
    init(_ outcome: ImportOutcome) {
      (added, replaced, kept) = (outcome.added, outcome.replaced, outcome.kept)
    }
  }
}

/// Says what an import or an export left out.
struct TransferReport {
  /// The most lines; the rest is counted.
  private static let greatestListing = 20

  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// Says it on standard error: the names are for the person at the terminal.
  func show(_ notes: [ImportNote], _ counts: [ImportReason: Int]) throws {
    guard try !arguments[sharedOptions.quiet] else { return }
    let language = arguments.reportLanguage
    for note in notes.prefix(Self.greatestListing) {
      let place =
        note.line.map { LocalizedText("line \($0), ", ja: "\($0) 行目、") } ?? LocalizedText("", ja: "")
      let name = Printable.quote(note.name.reveal())
      arguments.note("\(place[language])\(name): \(note.reason.explanation[language])\n")
    }
    try showRest(counts.values.reduce(0, +) - min(notes.count, Self.greatestListing))
  }

  /// Lists the items that are there already, on standard error.
  func show(conflicts: [ItemAttributes], count: Int) throws {
    guard try !arguments[sharedOptions.quiet] else { return }
    let reason = LocalizedText("It is there already.", ja: "すでにあります。")[arguments.reportLanguage]
    for attributes in conflicts.prefix(Self.greatestListing) {
      let name = [ItemAttribute.service, .server, .account, .label].compactMap { attributes.text($0) }
        .filter { !$0.isEmpty }.prefix(2).map(Printable.quote).joined(separator: " ")
      arguments.note("\(name): \(reason)\n")
    }
    try showRest(count - min(conflicts.count, Self.greatestListing))
  }

  private func showRest(_ count: Int) throws {
    guard count > 0 else { return }
    let text = LocalizedText("and \(count) more\n", ja: "ほか \(count) 件\n")
    arguments.note(text[arguments.reportLanguage])
  }
}
