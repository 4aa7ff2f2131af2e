package import CommandLineKit
package import CommandSupport
import OmamoriATS
import OmamoriCore
import OmamoriTransport
import PolicyCommands

extension OmamoriTool {
  package static let atsSuggestCommand = Command(
    "suggest", HelpText("Find the smallest exception that works", ja: "必要最小限の例外設定を提案する"),
    discussion: HelpText(
      """
      Asks servers by handshakes alone and writes the exceptions for Info.plist to standard output; what they give up is \
      said on standard error. An exception gives protection up: where the server is your own, repair it instead \
      ('omamori tls diagnose').
      """,
      ja: """
        ハンドシェイクだけでサーバーを調べ、Info.plist 用の例外設定を標準出力に、失われる保護を標準エラー出力に書き出します。例外設定は\
        保護を弱めます。自社のサーバーであれば、代わりにサーバーを修正してください（'omamori tls diagnose'）。
        """),
    examples: [
      Example(
        "omamori ats suggest old.example.com",
        HelpText("For the newest iOS.", ja: "最新の iOS 用に提案します。")),
      Example(
        "omamori ats suggest old.example.com --ios 18",
        HelpText("For an app that still runs on iOS 18.", ja: "iOS 18 以降に対応するアプリ用に提案します。")),
    ],
    exitCodes: [
      ExitMeaning(
        .findings, HelpText("No exception makes a server acceptable.", ja: "例外設定では接続できないサーバーがあります。"))
    ]
  ) { declare in
    let servers = declare.arguments(
      "HOST[:PORT]", as: ServerAddress.self, isRequired: true,
      help: HelpText("The servers; the port is 443 by default.", ja: "サーバー。ポートの既定は 443 です。"))
    let system = declare.option(
      "--ios", value: "N", default: 26,
      help: HelpText(
        "The oldest major version of iOS that the app is for.", ja: "アプリが対応する最も古い iOS のメジャーバージョン。"))
    let probe = ProbeOptions(&declare)
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    return { arguments in
      let generation = try ATSGeneration.named(try arguments[system])
      let examined = try await probe.examine(try arguments[servers], arguments)
      let report = ATSSuggestionReport(examined, generation)
      if try arguments[json] {
        try arguments.output.write(report.json.text(.pretty) + "\n")
      } else {
        arguments.note(report.explanation(arguments.reportLanguage, arguments.errors))
        try arguments.output.write(report.propertyList ?? "")
      }
      return report.exitCode
    }
  }
}

/// Exceptions for servers that were asked.
struct ATSSuggestionReport {
  private struct Server {
    let address: ServerAddress
    let result: Result<ATSSuggestion, TransportError>
    /// What is wrong with the server.
    let refusals: [ServerFinding]
  }

  private let servers: [Server]

  init(_ examined: [ProbeOptions.Examined], _ generation: ATSGeneration) {
    servers = examined.map { address, result in
      switch result {
      case .failure(let error): return Server(address: address, result: .failure(error), refusals: [])
      case .success(let facts):
        let diagnosis = ATSDiagnosis(facts, generation: generation)
        return Server(
          address: address, result: .success(ATSSuggestion(diagnosis)), refusals: diagnosis.refusals)
      }
    }
  }

  private var suggestions: [ATSSuggestion] { servers.compactMap { try? $0.result.get() } }

  /// All exceptions in one property list; `nil` when there is none.
  var propertyList: String? { ATSSuggestion.propertyList(of: suggestions) }

  /// A server that no exception helps comes before one that could not be asked.
  var exitCode: ExitCode {
    if suggestions.contains(where: { $0.outcome == .impossible }) { return .findings }
    return suggestions.count < servers.count ? .failure : .success
  }

  /// For programs.
  var json: JSONValue {
    [
      "propertyList": propertyList.map(JSONValue.string) ?? .null,
      "servers": .array(
        servers.map { server in
          var object: JSONObject = [
            "host": .string(server.address.host.description), "port": .integer(server.address.port),
          ]
          switch server.result {
          case .failure(let error):
            object["state"] = "unreachable"
            object["error"] = .string(error.explanation.english)
          case .success(let suggestion):
            object["state"] = .string(Self.word(suggestion.outcome))
            object["explanation"] = .string(suggestion.explanation.english)
            object["failures"] = .array(server.refusals.map { .string($0.requirement.rawValue) })
          }
          return .object(object)
        }),
    ]
  }

  private static func word(_ outcome: ATSSuggestion.Outcome) -> String {
    switch outcome {
    case .none: "none-needed"
    case .exception: "exception"
    case .impossible: "impossible"
    }
  }

  /// What the exceptions give up.
  func explanation(_ language: Language, _ terminal: Terminal) -> String {
    servers.map { server in
      let (text, style): (String, Style) =
        switch server.result {
        case .failure(let error): (error.explanation[language], .yellow)
        case .success(let suggestion):
          switch suggestion.outcome {
          case .none: (suggestion.explanation[language], .green)
          case .exception: (suggestion.explanation[language], .yellow)
          case .impossible: (suggestion.explanation[language], .red)
          }
        }
      let reasons = server.refusals.map { finding in
        "  \(Printable.plain(finding.explanation[language])) [\(finding.requirement.rawValue)]\n"
      }
      return "\(terminal.styled(server.address.commandLineWord + ":", .bold, style)) \(text)\n"
        + reasons.joined()
    }.joined()
  }
}
