package import CommandLineKit
package import CommandSupport
import OmamoriCore
import OmamoriReport
import AuditEngine
import AuditRules

extension OmamoriTool {
  /// The commands of the audit, in the order of the help.
  package static let auditCommands = [auditCommand, rulesCommand, schemaCommand]

  static let auditCommand = Command(
    "audit", HelpText("Find what is weak in an app", ja: "アプリの弱点を見つける"),
    discussion: HelpText(
      """
      Reads sources, property lists and project files without running or building anything, and maps every finding to \
      OWASP Mobile Top 10 (2024 and 2016), MASVS v2, MASWE, MASTG and CWE. Code of tests and of others is left out unless \
      --include asks for it.
      """,
      ja: """
        ソース、プロパティリスト、プロジェクトファイルを、実行もビルドもせずに読み取ります。検出結果は OWASP Mobile Top 10\
        （2024 年版と 2016 年版）、MASVS v2、MASWE、MASTG、CWE に対応付けます。テストコードと外部のコードは --include で\
        指定しない限り対象外です。
        """),
    examples: [
      Example("omamori audit MyApp/", HelpText("Audit an app.", ja: "アプリを監査します。")),
      Example(
        "omamori audit MyApp.ipa --fail-on medium",
        HelpText("Audit a built app and be strict.", ja: "ビルド済みアプリを厳しめに監査します。")),
      Example(
        "omamori audit . -o audit.html -o audit.sarif -q",
        HelpText("Write two reports and nothing else.", ja: "2 種類のレポートだけを書き出します。")),
      Example(
        "omamori audit . --write-baseline known.json && omamori audit . --baseline known.json",
        HelpText("Start with what is there, and fail for what comes.", ja: "現状を記録し、以後の新しい検出だけを不合格にします。")),
      Example(
        "omamori audit . --profile L1,P --coverage",
        HelpText(
          "What is known of each weakness of two profiles.", ja: "2 つのプロファイルについて、弱点ごとの結果を表示します。")),
      Example(
        "omamori audit . --sbom sbom.json -q",
        HelpText("Write down what the app is made of as well.", ja: "アプリの構成部品も書き出します。")),
      Example(
        "omamori audit . --fix --dry-run",
        HelpText("Show what would be repaired.", ja: "修正内容を書き込まずに確認します。")),
      Example(
        "omamori audit . --fix=cleartext-url",
        HelpText("Make one kind of repair, which needs a decision.", ja: "判断が必要な修正を 1 種類だけ行います。")),
      Example(
        "omamori audit --compare before.json after.json",
        HelpText("What came, went and stayed between two reports.", ja: "2 つのレポート間の新規・解消・継続を示します。")),
    ],
    exitCodes: [
      ExitMeaning(
        .findings,
        HelpText(
          "A finding reaches --fail-on, whether or not the audit was complete.",
          ja: "--fail-on 以上の検出があります（監査が不完全な場合も含みます）。")),
      ExitMeaning(
        .usage,
        HelpText(
          "Wrong usage or configuration, or nothing of an app at the path.",
          ja: "使い方か設定の誤り、またはパスに監査できるものがありません。")),
      ExitMeaning(
        .incomplete,
        HelpText(
          "No finding reaches --fail-on, but a file was skipped and --require-complete was given.",
          ja: "--fail-on 以上の検出はありませんが、--require-complete の指定時に読み飛ばしたファイルがあります。")),
    ]
  ) { declare in
    let handles = AuditHandles(&declare)
    return { arguments in
      if let old = try arguments[handles.compare]?.string, case .off = try arguments[handles.fix] {
        return try ComparisonRun(arguments, handles, old: old).run()
      }
      guard try arguments[handles.watch] else { return try await AuditRun(arguments, handles).run().code }
      return try await AuditRun.watch(arguments, handles)
    }
  }
}
