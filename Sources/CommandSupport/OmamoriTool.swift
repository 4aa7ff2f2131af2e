package import CommandLineKit

/// The commands of `omamori`, each in the extension of its group.
package enum OmamoriTool {
  package static let version = "0.1.0"

  /// The command line of `omamori` with these commands: what is parsed, shown as help, completed and printed as manual
  /// pages.
  package static func tool(_ commands: [Command]) -> CommandLineTool {
    CommandLineTool(
      "omamori", version: version, released: ReleaseDate(year: 2026, month: 11, day: 21),
      summary: HelpText("Security for Swift apps", ja: "Swift アプリのためのセキュリティツール"),
      discussion: HelpText(
        """
        Omamori finds what is weak in an app and says how to repair it. It runs anywhere Swift runs and needs no Mac, no \
        network and no build of the app.
        """,
        ja: """
          Omamori はアプリの弱点を見つけ、直し方を示します。Swift が動く環境ならどこでも動作し、Mac も\
          ネットワークもアプリのビルドも必要ありません。
          """),
      examples: [
        Example(
          "omamori audit MyApp/",
          HelpText("Audit the sources of an app and show its score.", ja: "アプリのソースを監査し、スコアを表示します。")),
        Example(
          "omamori audit MyApp/ -o audit.sarif",
          HelpText("Write a report for code scanning.", ja: "コードスキャン用のレポートを書き出します。")),
        Example(
          "omamori rules explain weak-hash",
          HelpText("Say what a rule finds and how to fix it.", ja: "ルールの内容と直し方を説明します。")),
      ],
      exitCodes: [
        ExitMeaning(.success, HelpText("Done, or the answer is yes.", ja: "完了、または答えが「はい」。")),
        ExitMeaning(
          .findings, HelpText("The answer is no, or there are findings.", ja: "答えが「いいえ」、または検出結果あり。")),
        ExitMeaning(
          .usage,
          HelpText("The command line, the configuration or the input is wrong.", ja: "コマンド、設定、入力の誤り。")),
        ExitMeaning(.failure, HelpText("The work could not be completed.", ja: "処理を完了できませんでした。")),
        ExitMeaning(
          .incomplete, HelpText("--require-complete was not met.", ja: "--require-complete を満たしませんでした。")),
        ExitMeaning(.interrupted, HelpText("Interrupted.", ja: "中断されました。")),
      ],
      shared: sharedOptions, language: sharedOptions.language, noColor: sharedOptions.noColor,
      commands: commands + [.completions, .manual], sections: sections,
      habits: ["scan": "audit", "lint": "audit", "check": "audit", "analyze": "audit", "analyse": "audit"])
  }

  private static let sections = [
    (HelpText("Audit an app", ja: "アプリの監査"), ["audit", "rules", "schema"]),
    (
      HelpText("Files and secrets", ja: "ファイルと秘密情報"),
      ["keygen", "encrypt", "decrypt", "inspect", "hash", "password", "keychain"]
    ),
    (HelpText("Servers", ja: "サーバー"), ["tls", "pin", "ats"]),
    (
      HelpText("Logins and tokens", ja: "サインインとトークン"),
      ["login", "token", "whoami", "logout", "jwt", "jws", "jwe", "jwk"]
    ),
    (HelpText("Device and log", ja: "デバイスとログ"), ["doctor", "device", "log"]),
    (HelpText("Shell", ja: "シェル"), ["completions", "manual"]),
  ]
}
