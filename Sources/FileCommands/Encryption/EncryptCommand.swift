import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto

extension OmamoriTool {
  static let encryptCommand = Command(
    "encrypt", HelpText("Encrypt a file or a folder", ja: "ファイルまたはフォルダを暗号化する"),
    discussion: HelpText(
      """
      Encrypts for recipients (-r, -R, -i) or with a password (-p). A folder becomes a tar archive. The result is \
      written whole or not at all, and the source stays. Encryption keeps a secret and shows every change; it does not \
      say who encrypted.
      """,
      ja: """
        公開鍵（-r、-R、-i）またはパスワード（-p）で暗号化します。フォルダは tar アーカイブになります。結果は完全な形でのみ\
        書き込まれ、元のファイルは残ります。暗号化で内容の秘匿と改変の検出ができますが、誰が暗号化したかは分かりません。
        """),
    examples: [
      Example(
        "omamori encrypt -r age1… report.pdf -o report.pdf.omamori",
        HelpText("Encrypt for somebody's recipient.", ja: "相手の公開鍵で暗号化します。")),
      Example(
        "omamori encrypt -R team.txt Photos/ -o photos.omamori",
        HelpText("A folder, for everybody in a list.", ja: "フォルダを、一覧の全員に向けて暗号化します。")),
      Example(
        "omamori encrypt -p notes.txt -o notes.omamori",
        HelpText("Ask for a password.", ja: "パスワードを尋ねて暗号化します。")),
      Example(
        "tar c src | omamori encrypt --format age -a -r age1… > src.age",
        HelpText("From a pipe, as text that age reads, too.", ja: "パイプから読み、age でも読めるテキストにします。")),
    ]
  ) { declare in
    let handles = EncryptHandles(&declare)
    return { arguments in try await EncryptRun(arguments, handles).run() }
  }
}

/// The formats that `omamori encrypt` writes.
enum FileFormat: String, CaseIterable, CommandLineValue {
  case omamori, age

  /// The format as the library knows it; only age has an armor.
  func encrypted(armored isArmored: Bool) -> EncryptedFileFormat {
    switch self {
    case .omamori: .omamori
    case .age: isArmored ? .armoredAge : .age
    }
  }
}

/// The parameters of `omamori encrypt`.
struct EncryptHandles: Sendable {
  let path: Parameter<FilePath?>
  let audience: AudienceHandles
  let format: Parameter<FileFormat>
  let armor: Parameter<Bool>
  let work: WorkOptions

  init(_ declare: inout Declaration) {
    audience = AudienceHandles(&declare)
    format = declare.option(
      "--format", value: "FORMAT", default: .omamori,
      help: HelpText("The format of the result.", ja: "出力形式。"))
    armor = declare.flag(
      "-a", "--armor", help: HelpText("Write text instead of bytes (age only).", ja: "テキストで出力します（age のみ）。"))
    work = WorkOptions(&declare)
    path = declare.optionalArgument(
      "PATH", as: FilePath.self,
      help: HelpText("A file or a folder; standard input by default.", ja: "ファイルまたはフォルダ。既定は標準入力です。"))
  }
}

/// One run of `omamori encrypt`.
struct EncryptRun {
  private let arguments: Arguments
  private let handles: EncryptHandles
  private let input: InputPlace
  private let output: OutputPlace
  private let audience: Audience
  private let format: EncryptedFileFormat
  private let jobs: Int?

  /// Reads the command line and the keys it names.
  init(_ arguments: Arguments, _ handles: EncryptHandles) throws {
    (self.arguments, self.handles) = (arguments, handles)
    let (name, isArmored) = (try arguments[handles.format], try arguments[handles.armor])
    guard !isArmored || name == .age else {
      throw CryptoFault.usage(
        HelpText("--armor is for the format age", ja: "--armor は age 形式専用です"),
        hint: HelpText("add --format age, or leave out --armor", ja: "--format age を追加するか、--armor を外してください"))
    }
    format = name.encrypted(armored: isArmored)
    jobs = try handles.work.threads(arguments)
    input = try InputPlace(try arguments[handles.path]?.string)
    let files = try (arguments[handles.audience.recipientFiles] + arguments[handles.audience.identities]).map(
      \.string)
    try arguments.shareStandardInput(
      input.isStandardInput, files.contains("-"), handles.audience.password.usesStandardInput(arguments))
    let passwordFile = try handles.audience.password.source(arguments)
    output = try OutputPlace(
      try arguments[handles.work.output]?.string, reading: input,
      and: files + [passwordFile].compactMap(\.self),
      replacing: try arguments[handles.work.force])
    guard !output.isTerminal || output.isExplicit || isArmored else { throw CryptoFault.terminalOutput }
    if input.kind == .folder, let name = output.name { try Self.refuse(name, inside: input.name) }
    audience = try Audience(arguments, handles.audience)
    if case .recipients(let recipients) = audience, format == .omamori,
      recipients.contains(where: { $0.kind != .x25519 })
    {
      throw CryptoFault.usage(
        HelpText("post-quantum recipients need the format age", ja: "耐量子の公開鍵には age 形式が必要です"),
        hint: HelpText("add --format age", ja: "--format age を追加してください"))
    }
  }

  /// Encrypts.
  func run() async throws -> ExitCode {
    do {
      let encryptor = try await encryptor()
      let progress = try WorkProgress(arguments, LocalizedText("Encrypting", ja: "暗号化中"))
      defer { progress.finish() }
      let options = progress.options(jobs: jobs, replacing: output.isReplacing)
      if input.kind == .folder {
        let arguments = arguments
        try await FolderEncryption(input.name, encryptor) { skipped in
          progress.clear()
          // because what is left out is told where that is possible, and the work goes on
          arguments.warn(
            HelpText("\(Printable.quote(skipped)) is left out", ja: "\(Printable.quote(skipped)) は対象外です"),
            hint: HelpText("pipes, sockets and devices are not encrypted", ja: "パイプ、ソケット、デバイスは暗号化されません"))
        }.run(to: output.place, options)
      } else {
        try await encryptor.encrypt(input.place, to: output.place, options: options)
      }
      return .success
    } catch let error as CryptoError {
      throw CryptoFault.final(error, reading: input.name, writing: output.name)
    }
  }

  private func encryptor() async throws -> FileEncryptor {
    switch audience {
    case .recipients(let recipients):
      do throws(CryptoError) {
        return try FileEncryptor(to: recipients, format: format)
      } catch {
        guard case .outOfRange(_, let most) = error, recipients.count > most else { throw error }
        throw CryptoFault.usage(
          HelpText(
            "a file has at most \(most) recipients, and \(recipients.count) are given",
            ja: "公開鍵は 1 ファイルあたり \(most) 個までです（指定された数: \(recipients.count)）"),
          hint: HelpText(
            "encrypt it several times, or give a group one key", ja: "ファイルを分けて暗号化するか、グループで 1 つの鍵を使ってください"))
      }
    case .password:
      let password = try await handles.audience.password.password(arguments, isNew: true)
      return try FileEncryptor(password: password, format: format)
    }
  }

  /// An archive cannot hold itself.
  private static func refuse(_ output: String, inside folder: String) throws(CryptoFault) {
    let root = OutputPlace.resolved(folder)
    guard OutputPlace.resolved(output).hasPrefix(root.hasSuffix("/") ? root : root + "/") else { return }
    throw .usage(
      HelpText("the output lies in the folder that is encrypted", ja: "出力先が暗号化するフォルダの中にあります"),
      hint: HelpText("give --output a place outside of it", ja: "--output にフォルダの外を指定してください"))
  }
}
