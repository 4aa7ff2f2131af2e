import CommandLineKit
import CommandSupport
import FileCommands
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

extension OmamoriTool {
  static let keychainExportCommand = Command(
    "export", HelpText("Write the items into an encrypted file", ja: "項目を暗号化ファイルに書き出す"),
    discussion: HelpText(
      """
      The file is one of 'omamori encrypt', for recipients or with a password of its own; the items are never on the disk in \
      clear. Items of this device only stay behind unless --this-device-only says otherwise.
      """,
      ja: """
        'omamori encrypt' と同じ形式で、受信者または専用のパスワードに向けて暗号化します。平文がディスクに書かれることはありません。\
        このデバイス専用の項目は、--this-device-only を指定しない限り書き出しません。
        """),
    examples: [
      Example(
        "omamori keychain export -r age1… backup.omamori", HelpText("For a recipient.", ja: "受信者に向けて書き出します。")),
      Example(
        "omamori keychain export -p backup.omamori",
        HelpText("With a password of its own.", ja: "専用のパスワードで書き出します。")),
    ]
  ) { declare in
    let handles = ExportHandles(&declare)
    return { arguments in try await ExportRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori keychain export`.
struct ExportHandles: Sendable {
  let file: Parameter<FilePath>
  let audience: AudienceHandles
  let group: Parameter<String?>
  let includesThisDevice: Parameter<Bool>
  let force: Parameter<Bool>
  let keychain: KeychainHandles

  init(_ declare: inout Declaration) {
    file = declare.argument("FILE", as: FilePath.self, help: HelpText("The new file.", ja: "書き出すファイル。"))
    audience = AudienceHandles(&declare, prefix: "export-")
    group = declare.option(
      "-g", "--group", value: "NAME",
      help: HelpText("Only items of this access group.", ja: "このアクセスグループの項目だけを書き出します。"))
    includesThisDevice = declare.flag(
      "--this-device-only",
      help: HelpText("Export items of this device only, too.", ja: "このデバイス専用の項目も書き出します。"))
    force = declare.flag(
      "--force", help: HelpText("Replace a file that is there already.", ja: "既にあるファイルを上書きします。"))
    keychain = KeychainHandles(&declare)
  }
}

/// One run of `omamori keychain export`.
struct ExportRun {
  let arguments: Arguments
  let handles: ExportHandles

  init(_ arguments: Arguments, _ handles: ExportHandles) {
    (self.arguments, self.handles) = (arguments, handles)
  }

  /// Writes the file.
  func run() async throws -> ExitCode {
    let path = try arguments[handles.file].string
    let force = try arguments[handles.force]
    if !force, FileStatus(at: path) != nil { throw CryptoFault.exists(path) }
    let files = try (arguments[handles.audience.recipientFiles] + arguments[handles.audience.identities]).map(
      \.string)
    let password = try handles.audience.password.source(arguments)
    try OutputPlace.refuse(
      path, reading: files + [password].compactMap(\.self) + handles.keychain.files(arguments))
    let folder = OutputPlace.resolved(try handles.keychain.folder(arguments))
    guard !OutputPlace.resolved(path).hasPrefix(folder + "/") else {
      throw CryptoFault.usage(
        HelpText("the output lies in the folder of the keychain", ja: "出力先がキーチェーンのフォルダの中にあります"),
        hint: HelpText("give a place outside of it", ja: "フォルダの外を指定してください"))
    }
    try arguments.shareStandardInput(
      files.contains("-"), handles.audience.password.usesStandardInput(arguments),
      handles.keychain.usesStandardInput(arguments))
    let audience = try Audience(arguments, handles.audience)
    let opened = try await OpenedKeychain(arguments, handles.keychain)
    let encryptor: FileEncryptor
    do {
      switch audience {
      case .recipients(let recipients): encryptor = try FileEncryptor(to: recipients, format: .omamori)
      case .password:
        let subject = LocalizedText("the export", ja: "書き出すファイル")
        let password = try await handles.audience.password.password(arguments, isNew: true, of: subject)
        try PasswordHint.show(password, arguments)
        encryptor = try FileEncryptor(password: password, format: .omamori)
      }
    } catch let error as CryptoError {
      throw CryptoFault(error, writing: path)
    }
    let report = try await KeychainExporter(opened.backend).export(
      to: path, encryptor: encryptor, accessGroup: try arguments[handles.group],
      includingThisDeviceOnly: try arguments[handles.includesThisDevice], replacesExisting: force,
      access: opened.access)
    try TransferReport(arguments).show(report.notes, report.counts)
    if try !arguments[sharedOptions.quiet] {
      let text = HelpText("Exported \(report.exported) items.", ja: "\(report.exported) 件の項目を書き出しました。")
      arguments.note(text[arguments.language] + "\n")
    }
    return .success
  }
}
