import CommandLineKit
import OmamoriCore
import OmamoriCrypto

extension OmamoriTool {
  static let inspectCommand = Command(
    "inspect", HelpText("Say what an encrypted file tells without a key", ja: "暗号化ファイルの情報を鍵なしで表示する"),
    discussion: HelpText(
      """
      Shows the format, the kinds of recipients or the cost of the password, and the sizes. None of it is verified: only \
      decrypting is.
      """,
      ja: """
        形式、受信者の種類またはパスワードの強度、サイズを表示します。これらは検証されていません。検証は復号時に行われます。
        """),
    examples: [
      Example("omamori inspect report.pdf.omamori", HelpText("Look at a file.", ja: "ファイルの情報を表示します。")),
      Example("omamori inspect --json backup.age", HelpText("For programs.", ja: "プログラム向けに出力します。")),
    ]
  ) { declare in
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    let path = declare.optionalArgument(
      "FILE", as: FilePath.self,
      help: HelpText("The encrypted file; standard input by default.", ja: "暗号化されたファイル。既定は標準入力です。"))
    return { arguments in
      let input = try InputPlace(try arguments[path]?.string)
      guard input.kind != .folder else { throw CryptoFault.notEncrypted(input.name) }
      let summary = try await input.summary()
      let text = InspectText(summary: summary)
      try arguments.output.write(
        try arguments[json] ? text.json.text(.pretty) + "\n" : text.lines(arguments.reportLanguage))
      return .success
    }
  }
}

extension InputPlace {
  /// What the file says of itself.
  ///
  /// - Throws: ``CryptoFault``, `CancellationError`.
  func summary() async throws -> EncryptedFileSummary {
    do {
      let place = place
      return try await WatchingThread.run { try EncryptedFileSummary(of: place) }
    } catch CryptoError.unknownFormat {
      throw CryptoFault.unknownFormat(name)
    } catch let error as CryptoError {
      throw CryptoFault.final(error, reading: name, writing: nil)
    }
  }
}

extension CryptoFault {
  /// Neither format begins like this.
  static func unknownFormat(_ path: String) -> CryptoFault {
    let name = path == "-" ? HelpText("the input", ja: "入力") : HelpText(stringLiteral: Printable.quote(path))
    return usage(
      HelpText(
        "\(name.english) is neither an Omamori nor an age file",
        ja: "\(name.japanese) はOmamori暗号化ファイルでもageファイルでもありません"),
      hint: HelpText(
        "give a file of 'omamori encrypt' or 'age'", ja: "'omamori encrypt' または 'age' で作ったファイルを指定してください"))
  }
}
