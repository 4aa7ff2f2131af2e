import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto

extension OmamoriTool {
  static let decryptCommand = Command(
    "decrypt", HelpText("Decrypt a file", ja: "ファイルを復号する"),
    discussion: HelpText(
      """
      Reads files of Omamori and of age, also armored ones, and tells them apart itself. A file is written whole or not \
      at all; with --extract an encrypted folder becomes a folder again, which must be new. Standard output gets what \
      has been verified so far: heed the exit code.
      """,
      ja: """
        Omamori と age のファイル（テキスト形式を含む）を自動で判別します。結果は完全な形でのみ書き込まれます。--extract を指定すると、\
        暗号化されたフォルダを新しいフォルダに展開します。標準出力には検証済みの部分から順に出力されるため、必ず終了コードを\
        確認してください。
        """),
    examples: [
      Example(
        "omamori decrypt -i key.txt report.pdf.omamori -o report.pdf",
        HelpText("Decrypt with an identity.", ja: "秘密鍵で復号します。")),
      Example("omamori decrypt -p notes.omamori", HelpText("Ask for the password.", ja: "パスワードを尋ねて復号します。")),
      Example(
        "omamori decrypt -i key.txt photos.omamori --extract Photos",
        HelpText("Make a folder again.", ja: "フォルダに戻します。")),
    ],
    exitCodes: [ExitMeaning(.findings, HelpText("The key or the password is wrong.", ja: "鍵またはパスワードが違います。"))]
  ) { declare in
    let handles = DecryptHandles(&declare)
    return { arguments in try await DecryptRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori decrypt`.
struct DecryptHandles: Sendable {
  let path: Parameter<FilePath?>
  let identities: Parameter<[FilePath]>
  let asksPassword: Parameter<Bool>
  let password: PasswordOptions
  let extract: Parameter<DirectoryPath?>
  let allowsOutsideLinks: Parameter<Bool>
  let work: WorkOptions

  init(_ declare: inout Declaration) {
    identities = declare.options(
      "-i", "--identity", value: "FILE",
      help: HelpText("Decrypt with the identities in a file.", ja: "ファイルに書かれた秘密鍵で復号します。"))
    asksPassword = declare.flag(
      "-p", "--password", help: HelpText("Ask for the password.", ja: "パスワードを尋ねます。"))
    password = PasswordOptions(&declare)
    extract = declare.option(
      "--extract", value: "FOLDER", as: DirectoryPath.self,
      help: HelpText("Unpack an encrypted folder into a new folder.", ja: "暗号化されたフォルダを新しいフォルダに展開します。"))
    allowsOutsideLinks = declare.flag(
      "--allow-outside-links",
      help: HelpText(
        "With --extract, accept symbolic links that lead out of the folder.",
        ja: "--extract で、フォルダの外を指すシンボリックリンクを許可します。"))
    work = WorkOptions(&declare)
    path = declare.optionalArgument(
      "FILE", as: FilePath.self,
      help: HelpText("The encrypted file; standard input by default.", ja: "暗号化されたファイル。既定は標準入力です。"))
  }
}

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
      HelpText("\(Printable.quote(path)) is a folder", ja: "\(Printable.quote(path)) はフォルダです"),
      hint: HelpText("give one encrypted file", ja: "暗号化されたファイルを 1 つ指定してください"))
  }
}
