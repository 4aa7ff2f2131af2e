import CommandLineKit
import CommandSupport
import OmamoriATS
import OmamoriCore
import OmamoriTransport
import PolicyCommands

/// Diagnoses as SARIF 2.1.0; a server stands where a file would.
struct DiagnosisSARIF {
  private let report: DiagnosisReport
  private let language: Language
  private let start: Date

  init(_ report: DiagnosisReport, _ language: Language, since start: Date) {
    (self.report, self.language, self.start) = (report, language, start)
  }

  /// The log.
  var log: JSONValue {
    let run: JSONObject = [
      "tool": ["driver": driver], "automationDetails": ["id": "omamori/tls-diagnose/"],
      "language": language == .ja ? "ja" : "en", "invocations": [invocation], "results": .array(results),
    ]
    return [
      "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json",
      "version": "2.1.0", "runs": [.object(run)],
    ]
  }

  /// The requirements that something was found about, in the order of their ids.
  private var requirements: [ServerRequirement] {
    let found = Set(report.servers.flatMap { (try? $0.result.get().findings) ?? [] }.map(\.requirement))
    return found.sorted { $0.rawValue < $1.rawValue }
  }

  private var driver: JSONValue {
    [
      "name": "omamori", "semanticVersion": .string(OmamoriTool.version),
      "rules": .array(
        requirements.map { requirement in
          [
            "id": .string(requirement.rawValue),
            "shortDescription": ["text": .string(requirement.rawValue)],
            "help": ["text": .string(requirement.recovery[language])],
          ]
        }),
    ]
  }

  private var invocation: JSONValue {
    var object: JSONObject = [
      "executionSuccessful": .bool(!report.servers.contains { $0.state == .unreachable }),
      "exitCode": .integer(report.exitCode.rawValue),
      "startTimeUtc": .string(start.formatted(.iso8601)), "endTimeUtc": .string(Date().formatted(.iso8601)),
    ]
    let notes = report.servers.compactMap { server -> JSONValue? in
      guard case .failure(let error) = server.result else { return nil }
      return [
        "descriptor": ["id": "server-unreachable"], "level": "error",
        "message": ["text": .string(error.explanation[language])],
        "locations": [location(server.address)],
      ]
    }
    if !notes.isEmpty { object["toolExecutionNotifications"] = .array(notes) }
    return .object(object)
  }

  private var results: [JSONValue] {
    let positions = Dictionary(requirements.enumerated().map { ($0.element, $0.offset) }) { first, _ in first
    }
    return report.servers.flatMap { server in
      ((try? server.result.get().findings) ?? []).map { finding in
        var object: JSONObject = ["ruleId": .string(finding.requirement.rawValue)]
        object["ruleIndex"] = positions[finding.requirement].map { .integer($0) }
        object["level"] = Self.level(finding.severity)
        object["message"] = ["text": .string(Self.text(message(finding)))]
        object["locations"] = [location(server.address)]
        object["partialFingerprints"] = [
          "server/v1": .string("\(server.address.commandLineWord) \(finding.requirement.rawValue)")
        ]
        object["properties"] = [
          "severity": .string(finding.severity.rawValue), "refused": .bool(finding.isRefusal),
        ]
        return .object(object)
      }
    }
  }

  private func message(_ finding: ServerFinding) -> String {
    "\(finding.explanation[language])\(language == .ja ? "" : " ")\(finding.recovery[language])"
  }

  private func location(_ address: ServerAddress) -> JSONValue {
    let name = address.commandLineWord
    return [
      "physicalLocation": ["artifactLocation": ["uri": .string("https://\(name)/")]],
      "logicalLocations": [["name": .string(name), "kind": "resource"]],
    ]
  }

  /// Braces stand for arguments in a message.
  private static func text(_ message: String) -> String {
    message.split(separator: "{", omittingEmptySubsequences: false).joined(separator: "{{")
      .split(separator: "}", omittingEmptySubsequences: false).joined(separator: "}}")
  }

  private static func level(_ severity: ATSIssue.Severity) -> JSONValue {
    switch severity {
    case .critical, .high: "error"
    case .medium, .low: "warning"
    case .info: "note"
    }
  }
}
