import CommandLineKit

extension OmamoriTool {
  static let keygenCommand = Command(
    "keygen", HelpText("Make a key to encrypt files to", ja: "ファイルの暗号化に使う鍵を作る"),
    discussion: HelpText(
      """
      Writes an identity, the secret half, to a new file that only you can read, and prints its recipient, the half that \
      others encrypt to. Both have the form that age uses. Keep a copy of the identity: without it nobody can decrypt \
      what was encrypted to it.
      """,
      ja: """
        秘密鍵（identity）を自分だけが読める新しいファイルに書き込み、相手に渡す公開鍵（recipient）を出力します。どちらも age と同じ形式です。\
        秘密鍵は必ず控えてください。失うと、その鍵で暗号化したファイルは誰にも復号できません。
        """),
    examples: [
      Example(
        "omamori keygen -o key.txt", HelpText("Make a key and print its recipient.", ja: "鍵を作り、公開鍵を表示します。")),
      Example("omamori keygen -y key.txt", HelpText("Print the recipient again.", ja: "公開鍵をもう一度表示します。")),
    ]
  ) { declare in
    let handles = KeygenHandles(&declare)
    return { arguments in try KeygenRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori keygen`.
struct KeygenHandles: Sendable {
  let output: Parameter<FilePath?>
  let existing: Parameter<FilePath?>
  let isPostQuantum: Parameter<Bool>
  let json: Parameter<Bool>

  init(_ declare: inout Declaration) {
    output = declare.option(
      "-o", "--output", value: "FILE",
      help: HelpText("Where to write the identity; - is standard output.", ja: "秘密鍵の書き込み先。- は標準出力です。"))
    existing = declare.option(
      "-y", "--recipient-of", value: "FILE",
      help: HelpText(
        "Make no key; print the recipients of these identities.", ja: "鍵を作らず、このファイルの秘密鍵に対応する公開鍵を出力します。"))
    isPostQuantum = declare.flag(
      "--post-quantum",
      help: HelpText(
        "Make a key that quantum computers do not break either (ML-KEM-768 with X25519; for --format age).",
        ja: "量子コンピューターにも耐える鍵を作ります（ML-KEM-768 と X25519、--format age 用）。"))
    json = declare.flag(
      "--json", help: HelpText("Write JSON, without the identity.", ja: "JSON で出力します（秘密鍵は含みません）。"))
  }
}
