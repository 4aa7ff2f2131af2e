package import CommandLineKit
package import CommandSupport

extension OmamoriTool {
  /// The group of commands about pins.
  ///
  /// - Parameter asking: Its commands that ask servers.
  /// - Returns: The group.
  package static func pinCommand(asking: [Command]) -> Command {
    Command(
      "pin", HelpText("Fetch, check, convert and sign pins of servers", ja: "サーバーのピンを取得・検査・変換・署名する"),
      discussion: HelpText(
        """
        A pin is the SHA-256 of a public key that a server's validated chain must have. It comes on top of the usual \
        validation and never in its place. Every set needs the pin of a key in reserve: without one a lost key shuts the \
        app out.
        """,
        ja: """
          ピンは、サーバーの検証済みチェーンに含まれるべき公開鍵の SHA-256 です。通常の検証に加えて適用され、検証の代わりにはなりません。\
          どのピンのセットにも予備の鍵のピンが必要です。予備がないと、鍵の紛失時にアプリが接続できなくなります。
          """),
      examples: [
        Example(
          "omamori pin fetch api.example.com", HelpText("The pins of a server.", ja: "サーバーのピンを取得します。")),
        Example(
          "omamori pin check pins.json", HelpText("Do the servers still fit?", ja: "サーバーとピンが一致するか検査します。")),
        Example(
          "omamori pin convert Info.plist --to android",
          HelpText("The same pins for another system.", ja: "同じピンを別のシステム用に変換します。")),
        Example(
          "omamori pin sign pins.json --key pin-key.txt --audience com.example.app --sequence 7 -o pins.signed",
          HelpText("A set that apps can fetch.", ja: "アプリが取得できる署名付きピンのセットを作ります。")),
      ],
      commands: asking + [
        pinConvertCommand, pinPlanCommand, pinKeygenCommand, pinSignCommand, pinVerifyCommand,
      ])
  }
}
