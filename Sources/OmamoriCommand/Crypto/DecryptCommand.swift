import CommandLineKit

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
        暗号化されたフォルダーを新しいフォルダーに展開します。標準出力には検証済みの部分から順に出力されるため、必ず終了コードを\
        確認してください。
        """),
    examples: [
      Example(
        "omamori decrypt -i key.txt report.pdf.omamori -o report.pdf",
        HelpText("Decrypt with an identity.", ja: "秘密鍵で復号します。")),
      Example("omamori decrypt -p notes.omamori", HelpText("Ask for the password.", ja: "パスワードを尋ねて復号します。")),
      Example(
        "omamori decrypt -i key.txt photos.omamori --extract Photos",
        HelpText("Make a folder again.", ja: "フォルダーに戻します。")),
    ],
    exitCodes: [ExitMeaning(.findings, HelpText("The key or the password is wrong.", ja: "鍵またはパスワードが違います。"))]
  ) { declare in
    let handles = DecryptHandles(&declare)
    return { arguments in try await DecryptRun(arguments, handles).run() }
  }
}
