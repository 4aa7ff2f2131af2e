#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore

extension OmamoriTool {
  static let chatCommand = Command(
    "chat", HelpText("Talk end-to-end encrypted, or run the relay for it", ja: "エンドツーエンド暗号化で会話し、そのリレーを運用する"),
    discussion: HelpText(
      """
      Two people talk through a relay that sees sealed envelopes only. Everything else is on their machines, encrypted: keys, \
      conversations and history. Who the other side is shows the safety number: compare it once, over another channel. What \
      is written while the relay is away goes out later; each message arrives once, whatever is interrupted.
      """,
      ja: """
        封印された封筒だけを扱うリレーを介して会話します。鍵、会話の状態、履歴は各自のマシンに暗号化して保存されます。相手が本人かどうかは\
        安全番号で確認できます。一度、別の手段で照合してください。リレーに接続できない間に書いたメッセージは後で送信されます。途中で中断されても、\
        各メッセージは一度だけ届きます。
        """),
    examples: [
      Example(
        "omamori chat relay",
        HelpText("Run a relay; it prints its address and its pin.", ja: "リレーを起動し、アドレスとピンを表示します。")),
      Example(
        "omamori chat talk --as alice --relay 127.0.0.1:7443 --pin sha256//… bob",
        HelpText("Register as alice and talk to bob.", ja: "alice として登録し、bob と会話します。")),
      Example("omamori chat verify bob", HelpText("Show the safety number.", ja: "安全番号を表示します。")),
      Example(
        "omamori chat send bob --file photo.jpg", HelpText("Send a file.", ja: "ファイルを送信します。")),
      Example(
        "omamori chat group create friends bob carol", HelpText("Make a group.", ja: "グループを作成します。")),
      Example("omamori chat receive", HelpText("Fetch what came.", ja: "届いたメッセージを受信します。")),
    ],
    commands: [
      chatRelayCommand, chatRegisterCommand, chatTalkCommand, chatSendCommand, chatReceiveCommand,
      chatHistoryCommand, chatSaveCommand, chatPeersCommand, chatGroupCommand, chatVerifyCommand,
      chatAcceptCommand,
      chatResetCommand, chatExportCommand, chatRestoreCommand,
    ])
}
#endif
