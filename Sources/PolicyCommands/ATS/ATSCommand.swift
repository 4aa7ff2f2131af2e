package import CommandLineKit
package import CommandSupport

extension OmamoriTool {
  /// The group of commands about App Transport Security.
  ///
  /// - Parameters:
  ///   - linting: Its command that needs the rules of the audit.
  ///   - asking: Its commands that ask servers.
  /// - Returns: The group.
  package static func atsCommand(linting: Command, asking: [Command]) -> Command {
    Command(
      "ats",
      HelpText("Answer questions about App Transport Security", ja: "App Transport Security について調べる"),
      discussion: HelpText(
        """
        Reads the settings of an app's Info.plist as iOS reads them. Nothing is built or run, and only 'suggest' connects to \
        servers.
        """,
        ja: """
          アプリの Info.plist の設定を、iOS と同じ規則で読み取ります。アプリのビルドや実行は不要で、サーバーに接続するのは \
          'suggest' だけです。
          """),
      examples: [
        Example(
          "omamori ats check Info.plist --url http://example.com/",
          HelpText("Would the app load this, and which key decides?", ja: "読み込めるかどうかと、決め手となるキーを表示します。")),
        Example(
          "omamori ats lint Info.plist", HelpText("What do the settings weaken?", ja: "設定の弱点を検出します。")),
        Example(
          "omamori ats suggest old.example.com",
          HelpText("The smallest exception that works.", ja: "必要最小限の例外設定を提案します。")),
      ],
      commands: [atsCheckCommand, linting] + asking)
  }
}
