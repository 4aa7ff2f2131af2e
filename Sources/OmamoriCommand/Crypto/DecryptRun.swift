import CommandLineKit
import OmamoriCore
import OmamoriCrypto

/// One run of `omamori decrypt`.
struct DecryptRun {
  private let arguments: Arguments
  private let handles: DecryptHandles
  private let input: InputPlace
  private let output: OutputPlace
  private let folder: String?
  private let identities: [Identity]
  private let wantsPassword: Bool
  private let jobs: Int?

  /// Reads the command line and the keys it names.
  init(_ arguments: Arguments, _ handles: DecryptHandles) throws {
    (self.arguments, self.handles) = (arguments, handles)
    jobs = try handles.work.threads(arguments)
    input = try InputPlace(try arguments[handles.path]?.string)
    guard input.kind != .folder else { throw CryptoFault.notEncrypted(input.name) }
    let files = try arguments[handles.identities].map(\.string)
    try arguments.shareStandardInput(
      input.isStandardInput, files.contains("-"), handles.password.usesStandardInput(arguments))
    folder = try arguments[handles.extract]?.string
    let passwordFile = try handles.password.source(arguments)
    output = try OutputPlace(
      try arguments[handles.work.output]?.string, reading: input,
      and: files + [passwordFile].compactMap(\.self),
      replacing: try arguments[handles.work.force])
    if let folder { try Self.check(folder, output) }
    let reader = KeyFiles(arguments: arguments)
    identities = try files.flatMap(reader.identities)
    wantsPassword = try arguments[handles.asksPassword] || handles.password.isGiven(arguments)
  }

  /// Decrypts.
  func run() async throws -> ExitCode {
    do {
      let decryptor = FileDecryptor(identities: identities, passwords: try await passwords())
      let progress = try WorkProgress(arguments, LocalizedText("Decrypting", ja: "復号中"))
      defer { progress.finish() }
      let options = progress.options(jobs: jobs, replacing: output.isReplacing)
      if let folder {
        try await FolderDecryption(
          input.place, decryptor, allowsOutsideLinks: try arguments[handles.allowsOutsideLinks],
          arguments.interruption
        ).run(to: folder, options)
      } else if output.isTerminal, !output.isExplicit {
        try await TerminalDecryption(input.place, decryptor).run(to: arguments.output, options)
      } else {
        try await decryptor.decrypt(input.place, to: output.place, options: options)
      }
      return .success
    } catch CryptoError.authenticationFailed {
      throw CryptoFault.damaged(input.name)
    } catch CryptoError.unknownFormat {
      throw CryptoFault.unknownFormat(input.name)
    } catch let error as CryptoError {
      throw CryptoFault.final(error, reading: input.name, writing: folder ?? output.name)
    }
  }

  /// The password, where the command line says that there is one or the file can only be opened with one.
  private func passwords() async throws -> [Password] {
    if !wantsPassword {
      guard identities.isEmpty else { return [] }
      // A pipe cannot be looked at beforehand.
      guard input.kind == .file, !input.isStandardInput,
        case .password = try await input.summary().protection
      else { throw CryptoFault.noKey }
    }
    return [try await handles.password.password(arguments, isNew: false)]
  }

  private static func check(_ folder: String, _ output: OutputPlace) throws {
    guard output.name == nil, !output.isExplicit else {
      throw CryptoFault.usage(
        HelpText("--output and --extract exclude each other", ja: "--output と --extract は同時に指定できません"),
        hint: HelpText("give one of them", ja: "どちらか一方を指定してください"))
    }
    guard let status = FileStatus(at: folder) else { return }
    // because a folder that cannot be read is not empty
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    guard status.kind == .folder, names?.isEmpty == true else { throw ArchiveFault.exists(path: folder) }
  }
}

extension CryptoFault {
  /// There is nothing to decrypt with.
  static let noKey = usage(
    HelpText("no key to decrypt with", ja: "復号に使う鍵が指定されていません"),
    hint: HelpText(
      "give -i FILE with your identity, or -p for a password", ja: "秘密鍵は -i FILE、パスワードは -p で指定してください"))

  /// The key is right, and the file is not as it was written.
  static func damaged(_ path: String) -> CryptoFault {
    let name = path == "-" ? HelpText("the input", ja: "入力") : HelpText(stringLiteral: Printable.quote(path))
    return usage(
      HelpText(
        "\(name.english) was damaged or changed after it was encrypted",
        ja: "\(name.japanese) は暗号化された後に破損または改変されています"),
      hint: HelpText("get a whole, unchanged copy", ja: "破損や改変のないコピーを入手してください"))
  }

  /// A folder is not an encrypted file.
  static func notEncrypted(_ path: String) -> CryptoFault {
    usage(
      HelpText("\(Printable.quote(path)) is a folder", ja: "\(Printable.quote(path)) はフォルダーです"),
      hint: HelpText("give one encrypted file", ja: "暗号化されたファイルを 1 つ指定してください"))
  }
}
