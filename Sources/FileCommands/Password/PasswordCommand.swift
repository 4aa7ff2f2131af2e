import CommandLineKit
import CommandSupport

extension OmamoriTool {
  static let passwordCommand = Command(
    "password", HelpText("Hash and check passwords for storage", ja: "保存用にパスワードをハッシュ化・検証する"),
    examples: [
      Example(
        "omamori password hash",
        HelpText("Ask for a password and print its hash.", ja: "パスワードを尋ね、ハッシュを出力します。")),
      Example(
        "omamori password verify --hash-file alice.hash",
        HelpText("Check a password against a stored hash.", ja: "保存したハッシュとパスワードを照合します。")),
    ],
    commands: [passwordHashCommand, passwordVerifyCommand])

  private static let passwordHashCommand = Command(
    "hash", HelpText("Print the hash of a password as a PHC string", ja: "パスワードのハッシュを PHC 文字列で出力する"),
    discussion: HelpText(
      """
      The hash can be stored: it holds a random salt and is slow to guess. The password is asked for twice, or read with \
      --password-fd or --password-file.
      """,
      ja: """
        出力されるハッシュは、ランダムなソルトを含み、推測に時間がかかるため、そのまま保存できます。パスワードは 2 回入力するか、\
        --password-fd または --password-file で渡します。
        """),
    examples: [
      Example(
        "omamori password hash > alice.hash",
        HelpText("Argon2id with 64 MiB and 3 iterations.", ja: "Argon2id（64 MiB、3 回）で計算します。")),
      Example(
        "omamori password hash --calibrate 500ms",
        HelpText("Make a guess take half a second here.", ja: "このマシンで 1 回の検証に 0.5 秒かかる強さにします。")),
      Example(
        "omamori password hash --algorithm pbkdf2-sha256",
        HelpText("Where only FIPS functions are allowed.", ja: "FIPS の関数しか使えない環境向けです。")),
    ]
  ) { declare in
    let handles = PasswordHashHandles(&declare)
    return { arguments in try await PasswordHashRun(arguments, handles).run() }
  }

  private static let passwordVerifyCommand = Command(
    "verify", HelpText("Check a password against a hash", ja: "パスワードをハッシュと照合する"),
    discussion: HelpText(
      """
      Reads hashes of Argon2id, scrypt and PBKDF2 as PHC strings, and says when a hash should be replaced by a stronger \
      one. A hash on the command line needs single quotes, since it has dollar signs.
      """,
      ja: """
        Argon2id、scrypt、PBKDF2 の PHC 文字列を読み取り、より強いハッシュへの置き換えが必要な場合は知らせます。コマンドラインに\
        ハッシュを書くときは、ドル記号を含むため一重引用符で囲んでください。
        """),
    examples: [
      Example(
        "omamori password verify --hash-file alice.hash",
        HelpText("Ask for the password and compare.", ja: "パスワードを尋ねて照合します。")),
      Example(
        "omamori password verify --hash-file - --password-file pw < alice.hash",
        HelpText("Ask nothing; the exit code is the answer.", ja: "何も尋ねず、終了コードで答えます。")),
    ],
    exitCodes: [ExitMeaning(.findings, HelpText("The password is wrong.", ja: "パスワードが違います。"))]
  ) { declare in
    let handles = PasswordVerifyHandles(&declare)
    return { arguments in try await PasswordVerifyRun(arguments, handles).run() }
  }
}
