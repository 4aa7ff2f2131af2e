import CommandLineKit

/// A small tool that uses everything the kit has; no part of it is special to Omamori.
enum Demo {
  enum Format: String, CaseIterable, CommandLineValue { case text, json, sarif }

  struct Shared: Sendable {
    let language: Parameter<HelpLanguage?>
    let noColor: Parameter<Bool>
    let quiet: Parameter<Bool>

    init(_ declare: inout Declaration) {
      language = declare.option(
        "--language",
        value: "LANG",
        environment: "DEMO_LANGUAGE",
        help: HelpText("Speak this language.", ja: "表示に使う言語。")
      )
      noColor = declare.flag("--no-color", help: HelpText("Print without colour.", ja: "色を使わずに表示します。"))
      quiet = declare.flag("-q", "--quiet", help: HelpText("Print results only.", ja: "結果だけを表示します。"))
    }
  }

  static let shared = SharedOptions(Shared.init)

  static let audit = Command(
    "audit",
    HelpText("Find what is weak in an app", ja: "アプリの弱点を見つける"),
    discussion: HelpText(
      "Every finding names the rule, the line and a fix.",
      ja: "検出結果には、ルール、行、直し方が付きます。"
    ),
    examples: [
      Example(
        "demo audit App/ --format json",
        HelpText("Audit a folder and print JSON.", ja: "フォルダを検査して JSON を表示します。")
      )
    ],
    exitCodes: [
      ExitMeaning(ExitCode(rawValue: 1), HelpText("There are findings.", ja: "検出結果があります。"))
    ]
  ) { declare in
    let paths = declare.arguments("PATH", as: FilePath.self, help: HelpText("What to audit.", ja: "検査の対象。"))
    let format = declare.option(
      "-f",
      "--format",
      value: "FORMAT",
      default: Format.text,
      environment: "DEMO_FORMAT",
      help: HelpText("How to write the report.", ja: "レポートの形式。")
    )
    let output = declare.option(
      "-o",
      "--output",
      value: "PATH",
      as: FilePath.self,
      help: HelpText("Where to write the report instead of standard output.", ja: "標準出力の代わりに書き込むファイル。")
    )
    let minimum = declare.option(
      "--minimum-score",
      value: "N",
      default: 0,
      help: HelpText("Fail below this score.", ja: "合格とする最低点。")
    )
    let disabled = declare.options(
      "--disable",
      value: "RULE",
      as: String.self,
      help: HelpText("Leave a rule out.", ja: "除外するルール。")
    )
    let verbose = declare.flag("-v", "--verbose", help: HelpText("Say what is read.", ja: "読み込む対象を表示します。"))
    let trace = declare.flag("--trace", isHidden: true, help: "For its authors.")
    return { arguments in
      let words = try [
        arguments[paths].map(\.string).joined(separator: ","), arguments[format].rawValue,
        arguments[output]?.string ?? "-", String(arguments[minimum]),
        arguments[disabled].joined(separator: ","), String(arguments[verbose]), String(arguments[trace]),
        String(arguments[shared.quiet]),
      ]
      try arguments.output.write(words.joined(separator: "|") + "\n")
      return .success
    }
  }

  static let keychain = Command(
    "keychain",
    HelpText("Look after the keychain", ja: "キーチェーンを管理する"),
    commands: [
      Command("list", HelpText("List items", ja: "項目を一覧表示する")) { declare in
        let service = declare.optionalArgument("SERVICE", as: String.self, help: "Which service.")
        return { arguments in
          try arguments.output.write("list \(arguments[service] ?? "*")\n")
          return .success
        }
      },
      Command("copy", HelpText("Copy an item", ja: "項目をコピーする")) { declare in
        let key = declare.requiredOption(
          "-k",
          "--key",
          value: "KEY",
          as: String.self,
          help: HelpText("Which key.", ja: "鍵の名前。")
        )
        let format = declare.argument("FORMAT", as: Format.self, help: "The format.")
        let folder = declare.argument("FOLDER", as: DirectoryPath.self, help: "The folder.")
        return { arguments in
          try arguments.output.write(
            "copy \(arguments[key]) \(arguments[format].rawValue) \(arguments[folder].string)\n"
          )
          return .success
        }
      },
    ]
  )

  static let hidden = Command("internal", "For its authors", isHidden: true) { declare in
    let level = declare.argument("LEVEL", default: 3, help: "How much.")
    return { arguments in
      try arguments.output.write("internal \(arguments[level])\n")
      return ExitCode(rawValue: 7)
    }
  }

  static let tool = CommandLineTool(
    "demo",
    version: "1.2.3",
    released: ReleaseDate(year: 2026, month: 11, day: 20),
    summary: HelpText("Show what the kit can do", ja: "キットの機能を紹介する"),
    discussion: HelpText("demo is made for tests.", ja: "demo はテスト用のツールです。"),
    examples: [Example("demo audit App/", HelpText("Audit a folder.", ja: "フォルダを検査します。"))],
    exitCodes: [
      ExitMeaning(.success, HelpText("Everything was done.", ja: "すべて完了しました。")),
      ExitMeaning(.usage, HelpText("The command line was wrong.", ja: "コマンドラインに誤りがあります。")),
      ExitMeaning(.failure, HelpText("The work could not be completed.", ja: "処理を完了できませんでした。")),
    ],
    learnMore: "https://example.com/demo",
    shared: shared,
    language: shared.language,
    noColor: shared.noColor,
    commands: [audit, keychain, hidden]
  )
}
