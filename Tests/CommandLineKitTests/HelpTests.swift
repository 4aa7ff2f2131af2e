import Testing

@testable import CommandLineKit

@Suite("Help") struct HelpTests {
  @Test func ofACommandShowsEverythingOnce() throws {
    let help = try #require(Demo.tool.help(for: ["audit"]))
    #expect(
      help == """
        Find what is weak in an app

        Usage:
          demo audit [options] [PATH...]

        Every finding names the rule, the line and a fix.

        Arguments:
          PATH  What to audit.

        Options:
          -f, --format FORMAT    How to write the report. [one of: text, json, sarif;
                                 default: text; env: DEMO_FORMAT]
          -o, --output PATH      Where to write the report instead of standard output.
              --minimum-score N  Fail below this score. [default: 0]
              --disable RULE     Leave a rule out. [can be repeated]
          -v, --verbose          Say what is read.

        Options of every command:
              --language LANG  Speak this language. [one of: en, ja; env: DEMO_LANGUAGE]
              --no-color       Print without colour.
          -q, --quiet          Print results only.
          -h, --help           Show help and exit.
              --version        Show the version and exit.

        Examples:
          demo audit App/ --format json
              Audit a folder and print JSON.

        Exit codes:
          0  Everything was done.
          1  There are findings.
          2  The command line was wrong.
          3  The work could not be completed.

        Learn more:
          https://example.com/demo

        """
    )
  }

  @Test func commandsStandBelowTheirHeadings() throws {
    let tool = CommandLineTool(
      "kit", version: "1.0.0", released: ReleaseDate(year: 2026, month: 1, day: 2), summary: "A kit",
      shared: Demo.shared, commands: [Demo.audit, .completions, .manual],
      sections: [("Look", ["audit", "gone"]), ("Nothing", ["gone"]), ("Shell", ["completions"])])
    let help = try #require(tool.help())
    #expect(
      help.contains(
        """
        Look:
          audit        Find what is weak in an app

        Shell:
          completions  Print a completion script for a shell

        Commands:
          manual       Print or save manual pages

        """))
    #expect(!help.contains("Nothing"))
  }

  @Test func ofTheToolIsInJapaneseToo() throws {
    let help = try #require(Demo.tool.help(language: .ja, width: 60))
    #expect(
      help == """
        キットの機能を紹介する

        使い方:
          demo <コマンド> [オプション]

        demo はテスト用のツールです。

        コマンド:
          audit     アプリの弱点を見つける
          keychain  キーチェーンを管理する

        共通オプション:
              --language LANG  表示に使う言語。（選択肢: en, ja、環
                               境変数: DEMO_LANGUAGE）
              --no-color       色を使わずに表示します。
          -q, --quiet          結果だけを表示します。
          -h, --help           ヘルプを表示して終了します。
              --version        バージョンを表示して終了します。

        使用例:
          demo audit App/
              フォルダを検査します。

        終了コード:
          0  すべて完了しました。
          2  コマンドラインに誤りがあります。
          3  処理を完了できませんでした。

        詳しくは:
          'demo <コマンド> --help' で各コマンドの説明を表示します
          https://example.com/demo

        """
    )
  }

  @Test(arguments: [[], ["audit"], ["keychain"], ["keychain", "copy"]], HelpLanguage.allCases)
  func fitsEveryWidth(path: [String], language: HelpLanguage) throws {
    for width in stride(from: 44, through: 130, by: 3) {
      let help = try #require(Demo.tool.help(for: path, language: language, width: width))
      for line in help.split(separator: "\n") {
        #expect(DisplayWidth.of(line) <= min(width, 100), "\(line)")
        #expect(line.last != " ")
      }
    }
  }

  @Test func marksHeadingsWhereColourIsUsed() throws {
    let help = try #require(Demo.tool.help(usesColor: true))
    #expect(help.contains("\u{1B}[1mUsage:\u{1B}[0m\n"))
    #expect(try #require(Demo.tool.help()).contains("\u{1B}") == false)
  }

  @Test func saysWhatIsRequired() throws {
    let help = try #require(Demo.tool.help(for: ["keychain", "copy"]))
    #expect(help.contains("\n  demo keychain copy [options] --key KEY FORMAT FOLDER\n"))
    #expect(help.contains("\n  -k, --key KEY  Which key. [required]\n"))
    #expect(Demo.tool.help(for: ["internal"])?.contains("[LEVEL]") == true)
    #expect(Demo.tool.help(for: ["internal"])?.contains("[default: 3]") == true)
    #expect(Demo.tool.help(for: ["nothing"]) == nil)
  }
}
