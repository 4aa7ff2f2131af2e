import Glibc
import OmamoriCore

/// The whole command line of `omamori-chat`.
@main enum ChatTool {
  static let name = "omamori-chat"
  static let version = "0.1.0"

  static func main() async {
    reserveStandardDescriptors()
    // A closed pipe and the limit for the size of files are ordinary errors.
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
    let interruption = Interruption()
    let task = Task { await run(Array(CommandLine.arguments.dropFirst()), interruption) }
    interruption.watch { task.cancel() }
    let code = await task.value
    // The libraries' tables are not taken down while other threads may still use them.
    _exit((interruption.isInterrupted ? ExitCode.interrupted : code).rawValue)
  }

  /// Opens those of the descriptors 0, 1 and 2 that the process was started without, so that no file takes their place.
  private static func reserveStandardDescriptors() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) == -1 && errno == EBADF {
      // The lowest free number is the one that is given; a folder can be neither read nor written.
      // because the name is a string that outlives the call
      _ = unsafe open("/", O_RDONLY | O_DIRECTORY)
    }
  }

  private static func run(_ words: [String], _ interruption: Interruption) async -> ExitCode {
    let environment = ProcessInfo.processInfo.environment
    let language = language(words, environment)
    let allowsColor = !words.prefix { $0 != "--" }.contains("--no-color")
    let output = Terminal(descriptor: 1, environment: environment, allowsColor: allowsColor)
    let errors = Terminal(descriptor: 2, environment: environment, allowsColor: allowsColor)
    do {
      var reader = CommandReader(command, words, environment: environment)
      switch try reader.read() {
      case .version: try output.write("\(name) \(version)\n")
      case .help(let path, let isRequested):
        let text = HelpPage(path, language).text
        try (isRequested ? output : errors).write(text)
        return isRequested ? .success : .usage
      case .run(let action, let words):
        return try await action(
          Arguments(
            language: language, output: output, errors: errors, environment: environment,
            interruption: interruption, words: words))
      }
      return .success
    } catch {
      return report(error, to: errors, in: language)
    }
  }

  /// The language that the words or the variables ask for, found before anything else is understood.
  private static func language(_ words: [String], _ environment: [String: String]) -> Language {
    func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    var typed = variable("OMAMORI_LANGUAGE")
    var last = ""
    for word in words.prefix(while: { $0 != "--" }) {
      if last == "--language" { typed = word }
      if word.hasPrefix("--language=") { typed = String(word.dropFirst("--language=".count)) }
      last = word
    }
    if let language = typed.flatMap(Language.init(commandLine:)) { return language }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first ?? ""
    return locale == "ja" || locale.hasPrefix("ja_") || locale.hasPrefix("ja.") ? .ja : .en
  }

  /// Says what went wrong; gives the code that the process ends with.
  private static func report(_ error: any Error, to errors: Terminal, in language: Language) -> ExitCode {
    if error is CancellationError { return .interrupted }
    // A reader that has seen enough is no news, but what was lost is not a success either.
    if let failure = error as? WriteFailure, failure.isClosedPipe { return .failure }
    let known = error as? any ExitCodeProviding
    let explained = error as? any OmamoriError
    let message = known?.message ?? explained.map { LocalizedText.clause($0.explanation) }
    let hint = known?.hint ?? explained.map { LocalizedText.clause($0.recovery) }
    let titles = (LocalizedText("error:", ja: "エラー:"), LocalizedText("hint:", ja: "ヒント:"))
    let sentence = message?[language] ?? String(describing: error)
    var text = "\(errors.styled(titles.0[language], .bold, .red)) \(sentence)\n"
    if let hint { text += "\(errors.styled(titles.1[language], .cyan)) \(hint[language])\n" }
    // because there is nowhere left to say that standard error itself is closed
    try? errors.write(text)
    return known?.exitCode ?? .failure
  }
}

extension ChatTool {
  static let command = Command(
    name,
    LocalizedText("Talk end-to-end encrypted, or run the relay for it", ja: "エンドツーエンド暗号化で会話し、そのリレーを運用する"),
    discussion: LocalizedText(
      """
      Two people talk through a relay that sees sealed envelopes only. Everything else is on their machines, encrypted: keys, \
      conversations and history. Who the other side is shows the safety number: compare it once, over another channel. What \
      is written while the relay is away goes out later; each message arrives once, whatever is interrupted.
      """,
      ja: """
        暗号化されたメッセージだけを中継するリレーを介して会話します。鍵、会話の状態、履歴は各自のマシンに暗号化して保存されます。相手が本人かどうかは\
        安全番号で確認できます。一度、別の手段で照合してください。リレーに接続できない間に書いたメッセージは後で送信されます。途中で中断されても、\
        各メッセージは一度だけ届きます。
        """),
    examples: [
      Example(
        "omamori-chat relay",
        LocalizedText("Run a relay; it prints its address and its pin.", ja: "リレーを起動し、アドレスとピンを表示します。")),
      Example(
        "omamori-chat talk --as alice --relay 127.0.0.1:7443 --pin sha256//… bob",
        LocalizedText("Register as alice and talk to bob.", ja: "alice として登録し、bob と会話します。")),
      Example("omamori-chat verify bob", LocalizedText("Show the safety number.", ja: "安全番号を表示します。")),
      Example(
        "omamori-chat send bob --file photo.jpg", LocalizedText("Send a file.", ja: "ファイルを送信します。")),
      Example(
        "omamori-chat group create friends bob carol", LocalizedText("Make a group.", ja: "グループを作成します。")),
      Example("omamori-chat receive", LocalizedText("Fetch what came.", ja: "届いたメッセージを受信します。")),
    ],
    commands: [
      chatRelayCommand, chatRegisterCommand, chatTalkCommand, chatSendCommand, chatReceiveCommand,
      chatHistoryCommand, chatSaveCommand, chatPeersCommand, chatGroupCommand, chatVerifyCommand,
      chatAcceptCommand,
      chatResetCommand, chatExportCommand, chatRestoreCommand,
    ])
}
