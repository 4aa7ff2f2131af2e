import CommandLineKit
import CommandSupport
import OmamoriATS
import OmamoriCore
import OmamoriTransport
import PolicyCommands

/// What was found out about servers.
struct DiagnosisReport {
  /// What became of one server.
  enum State: String {
    case accepted, refused, unreachable
  }

  /// One server.
  struct Server {
    let address: ServerAddress
    let result: Result<ATSDiagnosis, TransportError>

    var state: State {
      switch result {
      case .success(let diagnosis): diagnosis.isRefused ? .refused : .accepted
      case .failure: .unreachable
      }
    }
  }

  /// The servers in the order in which they were typed.
  let servers: [Server]
  /// The servers for which lines of configuration are shown.
  let software: [ServerSoftware]
  private let generation: ATSGeneration

  init(_ examined: [ProbeOptions.Examined], _ generation: ATSGeneration, _ software: [ServerSoftware]) {
    (self.generation, self.software) = (generation, software)
    servers = examined.map { server, result in
      Server(address: server, result: result.map { ATSDiagnosis($0, generation: generation) })
    }
  }

  /// A refusal comes before a server that could not be asked: what is known to be wrong stays wrong.
  var exitCode: ExitCode {
    let states = Set(servers.map(\.state))
    return states.contains(.refused) ? .findings : states.contains(.unreachable) ? .failure : .success
  }

  /// For programs.
  var json: JSONValue { ["ios": .integer(generation.rawValue), "servers": .array(servers.map(json))] }

  private func json(_ server: Server) -> JSONValue {
    var object: JSONObject = [
      "host": .string(server.address.host.description), "port": .integer(server.address.port),
      "state": .string(server.state.rawValue),
    ]
    switch server.result {
    case .failure(let error):
      object["error"] = .string(error.explanation.english)
    case .success(let diagnosis):
      let facts = diagnosis.facts
      object["address"] = .string(facts.address)
      object["handshakes"] = .integer(facts.handshakes.count)
      object["versions"] = .array(
        facts.versions.sorted { $0.key > $1.key }.map { version, suites in
          [
            "version": .string(Self.name(ofVersion: version)),
            "cipherSuites": .array(suites.map(JSONValue.string)),
          ]
        })
      object["clientCertificate"] = .string(facts.clientCertificate.rawValue)
      object["chain"] = CertificateChainText(facts).json
      object["configurations"] = .array(
        diagnosis.results.map { result in
          [
            "name": .string(result.test.name), "passed": .bool(result.isPassed),
            "failures": .array(result.failures.map { .string($0.rawValue) }),
          ]
        })
      object["findings"] = .array(diagnosis.findings.map(json))
    }
    return .object(object)
  }

  private func json(_ finding: ServerFinding) -> JSONValue {
    var lines: JSONObject = [:]
    for software in software {
      let configuration = finding.configuration(for: software)
      if !configuration.isEmpty {
        lines[software.rawValue] = .array(configuration.map(JSONValue.string))
      }
    }
    return [
      "requirement": .string(finding.requirement.rawValue), "severity": .string(finding.severity.rawValue),
      "refused": .bool(finding.isRefusal), "message": .string(finding.explanation.english),
      "fix": .string(finding.recovery.english), "configuration": .object(lines),
    ]
  }

  /// The name of a version of TLS as it is sent.
  static func name(ofVersion version: UInt16) -> String {
    switch version {
    case 0x0300: "SSL 3.0"
    case 0x0301...0x0304: "TLS 1.\(version - 0x0301)"
    default: "0x" + String(version, radix: 16)
    }
  }
}
