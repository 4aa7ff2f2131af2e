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
        let suggestion = ATSSuggestion(
          address.host, facts: ATSServerFacts(diagnosis), generation: generation)
        return Server(address: address, result: .success(suggestion), refusals: diagnosis.refusals)
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

extension ATSServerFacts {
  /// What handshakes told, as far as exceptions ask.
  init(_ diagnosis: ATSDiagnosis) {
    let facts = diagnosis.facts
    // What has nothing to do with versions and suites no exception changes.
    let changeable: Set<ServerRequirement> = [.tls, .version, .forwardSecrecy, .cipherSuite]
    let isTrusted =
      facts.presentedChain != nil && diagnosis.refusals.allSatisfy { changeable.contains($0.requirement) }
    var versions: [ATSProtocolVersion: Suites] = [:]
    for (number, suites) in facts.versions {
      guard let version = Self.version(number) else { continue }
      let best = suites.map(Self.kind).min { $0.rawValue < $1.rawValue }
      versions[version] = best
    }
    self.init(
      versions: versions, isTrusted: isTrusted,
      answersInClear: facts.handshakes.first?.outcome == .notTLS(.http))
  }

  private static func version(_ number: UInt16) -> ATSProtocolVersion? {
    switch number {
    case 0x0301: .tls10
    case 0x0302: .tls11
    case 0x0303: .tls12
    case 0x0304: .tls13
    default: nil
    }
  }

  private static func kind(_ suite: String) -> Suites {
    if ATSCipherSuites.forwardSecrecy.names?.contains(suite) == true { return .forwardSecrecy }
    return ATSCipherSuites.forwardSecrecyOrRSA.names?.contains(suite) == true ? .rsa : .others
  }
}
#endif
