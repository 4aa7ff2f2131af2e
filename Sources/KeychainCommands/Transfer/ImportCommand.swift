public import CommandLineKit
import CommandSupport
import OmamoriCore
public import OmamoriKeychain
import OmamoriKeychainFile

extension OmamoriTool {
  static let keychainImportCommand = Command(
    "import", HelpText("Store the items of another program or of an export", ja: "ほかのソフトや書き出しファイルから項目を取り込む"),
    discussion: HelpText(
      """
      All items are stored in one step, or none. Items that are there already end the import unless --on-conflict says what \
      becomes of them. The source is only read; a file in clear should be destroyed afterwards.
      """,
      ja: """
        すべての項目を一括で保存し、一部だけ保存されることはありません。同じ項目がある場合は、--on-conflict で扱いを指定しない限り中止します。\
        取り込み元は読み取るだけです。平文のファイルは取り込み後に破棄してください。
        """),
    examples: [
      Example(
        "omamori keychain import pass ~/.password-store --dry-run",
        HelpText("What would be stored.", ja: "取り込む内容を確認します。")),
      Example(
        "omamori keychain import keepassxc-csv export.csv --on-conflict keep",
        HelpText("Keep what is there.", ja: "既存の項目を残して取り込みます。")),
      Example(
        "omamori keychain import omamori backup.omamori -i key.txt",
        HelpText("An export of this tool.", ja: "このツールの書き出しファイルを取り込みます。")),
    ],
    exitCodes: [
      ExitMeaning(
        .findings, HelpText("An item is there already; nothing was stored.", ja: "同じ項目があるため、何も保存しませんでした。"))
    ]
  ) { declare in
    let handles = ImportHandles(&declare)
    return { arguments in try await ImportRun(arguments, handles).run() }
  }

  static let keychainMigrateCommand = Command(
    "migrate", HelpText("Take over the items of the Secret Service", ja: "Secret Service の項目を引き継ぐ"),
    discussion: HelpText(
      """
      Copies what this toolkit stored in the desktop's Secret Service into the keychain, in one step; nothing is removed \
      there, and the items of other programs stay there. Older formats of the keychain itself are taken over when it is opened.
      """,
      ja: """
        このツールキットがデスクトップの Secret Service に保存した項目を、一括でキーチェーンにコピーします。元の項目は削除しません。\
        ほかのプログラムの項目は対象外です。\
        キーチェーン自体の古い形式は、開くときに引き継がれます。
        """),
    examples: [
      Example("omamori keychain migrate --dry-run", HelpText("What would be stored.", ja: "引き継ぐ内容を確認します。"))
    ],
    exitCodes: [
      ExitMeaning(
        .findings, HelpText("An item is there already; nothing was stored.", ja: "同じ項目があるため、何も保存しませんでした。"))
    ]
  ) { declare in
    let storing = StoringHandles(&declare)
    let keychain = KeychainHandles(&declare)
    return { arguments in
      let service = SecretServiceKeychain()
      var found = FoundItems(try await BackendImporter(service).read())
      found.foreign = try await service.status().foreignItems ?? 0
      let opened = try await OpenedKeychain(arguments, keychain)
      return try await storing.store(found, in: opened, arguments)
    }
  }
}

/// The formats of imports as words of the command line.
enum ImportFormat: String, CaseIterable, CommandLineValue {
  case pass
  case keepassCSV = "keepassxc-csv"
  case keepassXML = "keepassxc-xml"
  case securityDump = "security-dump"
  case omamori
}

/// The parameters of `omamori keychain import`.
struct ImportHandles: Sendable {
  let format: Parameter<ImportFormat>
  let source: Parameter<FilePath>
  let identities: Parameter<[FilePath]>
  let password: PasswordOptions
  let storing: StoringHandles
  let keychain: KeychainHandles

  init(_ declare: inout Declaration) {
    format = declare.argument(
      "FORMAT", as: ImportFormat.self, help: HelpText("The format of the source.", ja: "取り込み元の形式。"))
    source = declare.argument(
      "SOURCE", as: FilePath.self,
      help: HelpText(
        "The file, or the folder of pass; - is standard input.", ja: "ファイル、または pass のフォルダ。- は標準入力です。"))
    identities = declare.options(
      "-i", "--identity", value: "FILE",
      help: HelpText("Decrypt an export with the identities in a file.", ja: "書き出しファイルを、ファイルに書かれた秘密鍵で復号します。"))
    password = PasswordOptions(&declare, prefix: "export-")
    storing = StoringHandles(&declare)
    keychain = KeychainHandles(&declare)
  }
}

/// The parameters that say how items are stored.
struct StoringHandles: Sendable {
  let isDryRun: Parameter<Bool>
  let conflict: Parameter<ImportConflict>
  let json: Parameter<Bool>

  init(_ declare: inout Declaration) {
    isDryRun = declare.flag(
      "-n", "--dry-run", help: HelpText("Store nothing, only say what would be.", ja: "保存せずに結果だけを表示します。"))
    conflict = declare.option(
      "--on-conflict", value: "WHAT", default: .refuse,
      help: HelpText("What becomes of items that are there already.", ja: "同じ項目がある場合の扱い。"))
    json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
  }

  /// Stores what was found, or tries to, and says what became of it.
  func store(
    _ found: FoundItems, in opened: OpenedKeychain, _ arguments: Arguments
  ) async throws -> ExitCode {
    let backend = opened.backend
    let (isDryRun, conflict) = (try arguments[isDryRun], try arguments[conflict])
    try TransferReport(arguments).show(found.notes, found.counts)
    let outcome: Rehearsal.Counts
    if isDryRun {
      outcome = try await Rehearsal.run(found.items, backend)
      try TransferReport(arguments).show(conflicts: outcome.conflicts, count: outcome.kept)
    } else {
      outcome = try await store(found.items, conflict, in: backend, arguments)
      await opened.checkRecord()
    }
    let conflicts = outcome.kept + outcome.replaced
    if try arguments[json] {
      let value: JSONValue = [
        "found": .integer(found.items.count), "added": .integer(outcome.added),
        "replaced": .integer(isDryRun ? 0 : outcome.replaced), "kept": .integer(isDryRun ? 0 : outcome.kept),
        "conflicts": .integer(conflicts), "leftOut": .integer(found.skipped), "stored": .bool(!isDryRun),
        "foreign": .integer(found.foreign),
      ]
      try arguments.output.write(value.text(.pretty) + "\n")
    } else if try !arguments[sharedOptions.quiet] {
      let text =
        isDryRun
        ? LocalizedText(
          "Would add \(outcome.added) items; \(conflicts) are there already; \(found.skipped) are left out.\n",
          ja: "追加予定 \(outcome.added) 件、既存 \(conflicts) 件、対象外 \(found.skipped) 件。\n")
        : LocalizedText(
          """
          Added \(outcome.added) items, replaced \(outcome.replaced), kept \(outcome.kept); \(found.skipped) were left out.

          """,
          ja: """
            追加 \(outcome.added) 件、置き換え \(outcome.replaced) 件、既存を維持 \(outcome.kept) 件、対象外 \(found.skipped) 件。

            """)
      try arguments.output.write(text[arguments.reportLanguage])
      if found.foreign > 0 {
        let text = LocalizedText(
          "\(found.foreign) items of other programs stay in the Secret Service.\n",
          ja: "ほかのプログラムの項目 \(found.foreign) 件は Secret Service に残ります。\n")
        try arguments.output.write(text[arguments.reportLanguage])
      }
    }
    return .success
  }

  /// Stores the items; names those that are there already when that refuses the import.
  private func store(
    _ items: [NewItem], _ conflict: ImportConflict, in backend: any KeychainBackend, _ arguments: Arguments
  ) async throws -> Rehearsal.Counts {
    do throws(KeychainError) {
      return Rehearsal.Counts(try await backend.importItems(items, onConflict: conflict))
    } catch {
      guard error == .duplicate else { throw error }
    }
    let outcome = try await Rehearsal.run(items, backend)
    try TransferReport(arguments).show(conflicts: outcome.conflicts, count: outcome.kept)
    throw CryptoFault(
      .findings,
      HelpText(
        "\(outcome.kept) of \(items.count) items are there already; nothing was stored",
        ja: "\(items.count) 件のうち \(outcome.kept) 件はすでにあります。何も保存していません"),
      hint: HelpText(
        "give --on-conflict keep to keep the stored items, or --on-conflict replace to replace them",
        ja: "既存の項目を残すには --on-conflict keep、置き換えるには --on-conflict replace を指定してください"))
  }
}

extension ImportConflict: CommandLineValue {}
