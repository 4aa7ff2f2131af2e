import OmamoriCore

/// Reads the members of a configuration, each exactly.
struct ConfigurationReader {
  /// The words of `include`, as the command line has them.
  static let contexts: KeyValuePairs<String, FileContext> = [
    "vendored": .vendor, "tests": .test, "generated": .generated, "examples": .example, "scripts": .script,
  ]
  private static let keys = [
    "$schema", "include", "exclude", "rules", "minConfidence", "minSeverity", "failOn", "baseline",
    "suppressions",
    "strictCoverage", "requireComplete", "lexicon", "allowedSecrets", "firstPartyHosts", "deploymentFloor",
    "advisories", "context", "reports",
  ]
  private static let exceptionKeys = ["rules", "path", "reason", "by", "until"]

  let known: Set<RuleID>

  func configuration(_ object: JSONObject) throws(ReportError) -> AuditConfiguration {
    var result = AuditConfiguration()
    for member in object.members {
      let (key, value) = (member.name, member.value)
      switch key {
      case "$schema": _ = try text(key, value)
      case "include": result.include = try contexts(key, value)
      case "exclude": result.exclude = try texts(key, value)
      case "rules": result.rules = try rules(key, value)
      case "minConfidence": result.minimumConfidence = try word(key, value)
      case "minSeverity": result.minimumSeverity = try word(key, value)
      case "failOn": result.failOn = try word(key, value)
      case "baseline": result.baseline = try inside(key, text(key, value))
      case "suppressions": result.suppressions = try exceptions(key, value)
      case "strictCoverage": result.strictCoverage = try flag(key, value)
      case "lexicon": try lexicon(key, value, &result)
      case "allowedSecrets": result.allowedSecrets = try allowedSecrets(key, value)
      case "firstPartyHosts": result.firstPartyHosts = try hosts(key, value)
      case "deploymentFloor": result.deploymentFloor = try floors(key, value)
      case "advisories": result.advisories = try inside(key, text(key, value))
      case "reports": result.reports = try reports(key, value)
      case "context": result.contexts = try overrides(key, value)
      case "requireComplete": result.requireComplete = try flag(key, value)
      default: throw .unknownKey(key, suggestion: NearestName.of(key, among: Self.keys))
      }
    }
    return result
  }

  // MARK: - Members

  private func contexts(_ key: String, _ value: JSONValue) throws(ReportError) -> [FileContext] {
    var contexts: [FileContext] = []
    for word in try texts(key, value) {
      guard let context = Self.contexts.first(where: { $0.key == word })?.value else {
        throw .wrongValue(key: key, expected: Self.contexts.map { "\"\($0.key)\"" }.joined(separator: ", "))
      }
      contexts.append(context)
    }
    return contexts
  }

  private func rules(
    _ key: String, _ value: JSONValue
  ) throws(ReportError) -> [RuleID: AuditConfiguration.RuleSetting] {
    guard let object = value.objectValue else {
      throw .wrongValue(key: key, expected: "{\"weak-hash\": \"off\"}")
    }
    var settings: [RuleID: AuditConfiguration.RuleSetting] = [:]
    for member in object.members {
      let id = try rule(member.name)
      let word = member.value.stringValue ?? ""
      if word == "off" {
        settings[id] = .off
      } else if let severity = Severity(rawValue: word) {
        settings[id] = .severity(severity)
      } else {
        throw .wrongValue(key: "rules.\(member.name)", expected: "\"off\", " + Self.words(Severity.self))
      }
    }
    return settings
  }

  private func exceptions(
    _ key: String, _ value: JSONValue
  ) throws(ReportError) -> [AuditConfiguration.Exception] {
    guard let list = value.arrayValue else { throw .wrongValue(key: key, expected: "[…]") }
    var exceptions: [AuditConfiguration.Exception] = []
    for (index, item) in list.enumerated() { exceptions.append(try exception("\(key)[\(index)]", item)) }
    return exceptions
  }

  private func exception(
    _ key: String, _ value: JSONValue
  ) throws(ReportError) -> AuditConfiguration.Exception {
    guard let object = value.objectValue else { throw .wrongValue(key: key, expected: "{…}") }
    for member in object.members where !Self.exceptionKeys.contains(member.name) {
      throw .unknownKey(
        "\(key).\(member.name)", suggestion: NearestName.of(member.name, among: Self.exceptionKeys))
    }
    var ids: [RuleID] = []
    for name in try texts("\(key).rules", object["rules"] ?? .null) { ids.append(try rule(name)) }
    let path = try text("\(key).path", object["path"] ?? .null)
    let reason = try text("\(key).reason", object["reason"] ?? .null)
    guard !ids.isEmpty else { throw .wrongValue(key: "\(key).rules", expected: "[\"weak-hash\"]") }
    guard reason.contains(where: { $0.isLetter || $0.isNumber }) else {
      throw .wrongValue(key: "\(key).reason", expected: "\"…\"")
    }
    var (author, expires) = (String?.none, CalendarDay?.none)
    if let by = object["by"] { author = try text("\(key).by", by) }
    if let until = object["until"] {
      guard let day = CalendarDay(try text("\(key).until", until)) else {
        throw .wrongValue(key: "\(key).until", expected: "\"2027-01-31\"")
      }
      expires = day
    }
    return AuditConfiguration.Exception(
      rules: ids, path: path, reason: reason, author: author, expires: expires)
  }

  private func rule(_ name: String) throws(ReportError) -> RuleID {
    let id = RuleID(rawValue: name)
    guard known.contains(id) else {
      throw .unknownRule(name, suggestion: NearestName.of(name, among: known.map(\.rawValue).sorted()))
    }
    return id
  }

  /// A path that leads to a file at or below the folder of the configuration.
  private func inside(_ key: String, _ path: String) throws(ReportError) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !path.hasPrefix("/"), !parts.contains(".."), !path.contains("\0") else {
      throw .wrongValue(key: key, expected: "\".omamori-\(key).json\"")
    }
    return path
  }

  // MARK: - Values

  func text(_ key: String, _ value: JSONValue) throws(ReportError) -> String {
    guard let text = value.stringValue, !text.isEmpty, text.utf8.count <= 4096 else {
      throw .wrongValue(key: key, expected: "\"…\"")
    }
    return text
  }

  func texts(_ key: String, _ value: JSONValue) throws(ReportError) -> [String] {
    guard let list = value.arrayValue, list.count <= 1000 else {
      throw .wrongValue(key: key, expected: "[\"…\"]")
    }
    var texts: [String] = []
    for item in list { texts.append(try text(key, item)) }
    return texts
  }

  private func flag(_ key: String, _ value: JSONValue) throws(ReportError) -> Bool {
    guard let flag = value.boolValue else { throw .wrongValue(key: key, expected: "true, false") }
    return flag
  }

  private func word<Word: RawRepresentable & CaseIterable>(
    _ key: String, _ value: JSONValue
  ) throws(ReportError) -> Word where Word.RawValue == String {
    guard let word = value.stringValue.flatMap(Word.init) else {
      throw .wrongValue(key: key, expected: Self.words(Word.self))
    }
    return word
  }

  private static func words<Word: RawRepresentable & CaseIterable>(_: Word.Type) -> String
  where Word.RawValue == String {
    Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
  }
}
