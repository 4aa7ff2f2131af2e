import OmamoriATS
public import OmamoriCore

extension ATSDiagnosis {
  /// The diagnosis with its facts as JSON; names of members are stable.
  ///
  /// - Parameter language: The language of texts for people.
  /// - Returns: An object.
  public func json(_ language: Language = .en) -> JSONValue {
    [
      "refused": .bool(isRefused),
      "tests": .array(
        results.map { result in
          [
            "name": .string(result.test.name), "passed": .bool(result.isPassed),
            "failures": .array(result.failures.map { .string($0.rawValue) }),
          ]
        }),
      "findings": .array(findings.map { $0.json(language) }),
      "facts": facts.json(language),
    ]
  }
}

extension ServerFinding {
  /// The finding as JSON.
  fileprivate func json(_ language: Language) -> JSONValue {
    let fixes = ServerSoftware.allCases.map { software in
      JSONObject.Member(
        name: software.rawValue, value: .array(configuration(for: software).map(JSONValue.string)))
    }
    var configurations = JSONObject()
    for fix in fixes { configurations.insert(fix.name, fix.value) }
    return [
      "requirement": .string(requirement.rawValue), "severity": .string(severity.rawValue),
      "refused": .bool(isRefusal), "message": .string(explanation[language]),
      "fix": .string(recovery[language]), "configuration": .object(configurations),
    ]
  }
}
