#if !canImport(Darwin)
import CommandLineKit
import OmamoriATS
import OmamoriCore
import OmamoriTransport

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
#endif
