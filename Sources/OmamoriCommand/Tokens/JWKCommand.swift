#if !canImport(Darwin)
import CommandLineKit

extension OmamoriTool {
  static let jwkCommand = Command(
    "jwk", HelpText("Make JSON Web Keys and show their public halves", ja: "JSON Web Key を作成し、公開鍵を表示する"),
    discussion: HelpText(
      "Keys are read as JSON Web Keys, as sets of them, or in PEM. Private keys are written to new files that only you can read.",
      ja: "JSON Web Key、そのセット、PEM 形式の鍵を読み込めます。秘密鍵は自分だけが読める新しいファイルに書き込みます。"),
    examples: [
      Example(
        "omamori jwk generate P-256 --algorithm ES256 -o key.json",
        HelpText("Make a key and print its public half.", ja: "鍵を作り、公開鍵を表示します。")),
      Example(
        "omamori jwk public --set key.json next.json > jwks.json",
        HelpText("The set that a server publishes.", ja: "サーバーが公開する鍵セットを作ります。")),
    ],
    commands: [jwkGenerateCommand, jwkPublicCommand, jwkThumbprintCommand])
}
#endif
