import CommandLineKit

extension OmamoriTool {
  static let encryptCommand = Command(
    "encrypt", HelpText("Encrypt a file or a folder", ja: "ファイルまたはフォルダーを暗号化する"),
    discussion: HelpText(
      """
      Encrypts for recipients (-r, -R, -i) or with a password (-p). A folder becomes a tar archive. The result is \
      written whole or not at all, and the source stays. Encryption keeps a secret and shows every change; it does not \
      say who encrypted.
      """,
      ja: """
        公開鍵（-r、-R、-i）またはパスワード（-p）で暗号化します。フォルダーは tar アーカイブになります。結果は完全な形でのみ\
        書き込まれ、元のファイルは残ります。暗号化で内容の秘匿と改変の検出ができますが、誰が暗号化したかは分かりません。
        """),
    examples: [
      Example(
        "omamori encrypt -r age1… report.pdf -o report.pdf.omamori",
        HelpText("Encrypt for somebody's recipient.", ja: "相手の公開鍵で暗号化します。")),
      Example(
        "omamori encrypt -R team.txt Photos/ -o photos.omamori",
        HelpText("A folder, for everybody in a list.", ja: "フォルダーを、一覧の全員に向けて暗号化します。")),
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
