import OmamoriCore

/// Reads the members of a configuration, each exactly.
struct ConfigurationReader {
  /// The words of `include`, as the command line has them.
  static let contexts: KeyValuePairs<String, FileContext> = [
    "vendored": .vendor, "tests": .test, "generated": .generated, "examples": .example, "scripts": .script,
  ]
  let known: Set<RuleID>

  func configuration(_ object: JSONObject) throws(ReportError) -> AuditConfiguration {
    var result = AuditConfiguration()
    for member in object.members {
      let (key, value) = (member.name, member.value)
      guard ConfigurationSchema.keys.contains(key) else {
        throw .unknownKey(key, suggestion: NearestName.of(key, among: ConfigurationSchema.keys))
      }
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
      case "flow": result.flow = try flow(key, value)
      case "allowedSecrets": result.allowedSecrets = try allowedSecrets(key, value)
      case "firstPartyHosts": result.firstPartyHosts = try hosts(key, value)
      case "deploymentFloor": result.deploymentFloor = try floors(key, value)
      case "advisories": result.advisories = try inside(key, text(key, value))
      case "reports": result.reports = try reports(key, value)
      case "context": result.contexts = try overrides(key, value)
      case "requireComplete": result.requireComplete = try flag(key, value)
      default: throw .unknownKey(key, suggestion: nil)
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
    let object = try object(key, value, ConfigurationSchema.exceptionKeys)
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

/// Reads what a project says about itself: its own words, hosts and secrets, and what its files are.
extension ConfigurationReader {
  private static let kinds = "\"app\", " + contexts.map { "\"\($0.key)\"" }.joined(separator: ", ")

  func lexicon(
    _ key: String, _ value: JSONValue, _ result: inout AuditConfiguration
  ) throws(ReportError) {
    let lexicon = try object(key, value, ConfigurationSchema.lexiconKeys)
    if let added = lexicon["add"] {
      let words = try object("\(key).add", added, ConfigurationSchema.meanings)
      if let list = words["secret"] { result.secretWords = try self.words("\(key).add.secret", list) }
      if let list = words["personal"] { result.personalWords = try self.words("\(key).add.personal", list) }
    }
    if let list = lexicon["remove"] { result.harmlessWords = try words("\(key).remove", list) }
  }

  func allowedSecrets(
    _ key: String, _ value: JSONValue
  ) throws(ReportError) -> [AuditConfiguration.AllowedSecret] {
    guard let list = value.arrayValue, list.count <= 1000 else {
      throw .wrongValue(key: key, expected: "[{\"sha256\": \"…\", \"reason\": \"…\"}]")
    }
    var secrets: [AuditConfiguration.AllowedSecret] = []
    for (index, item) in list.enumerated() {
      let place = "\(key)[\(index)]"
      let entry = try object(place, item, ConfigurationSchema.secretKeys)
      // The secret itself in place of its digest would be one more copy of it, so the message does not repeat it.
      guard let digest = entry["sha256"]?.stringValue, digest.utf8.count == 64,
        digest.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
      else { throw .wrongValue(key: "\(place).sha256", expected: "SHA-256, [0-9a-f]{64}") }
      let reason = try text("\(place).reason", entry["reason"] ?? .null)
      guard reason.contains(where: { $0.isLetter || $0.isNumber }) else {
        throw .wrongValue(key: "\(place).reason", expected: "\"…\"")
      }
      secrets.append(AuditConfiguration.AllowedSecret(digest: digest, reason: reason))
    }
    return secrets
  }

  func hosts(_ key: String, _ value: JSONValue) throws(ReportError) -> [String] {
    var hosts: [String] = []
    for host in try texts(key, value) {
      let labels = host.split(separator: ".", omittingEmptySubsequences: false)
      let isHost =
        labels.count > 1
        && labels.allSatisfy { label in
          (1...63).contains(label.utf8.count) && label.utf8.allSatisfy(Self.isHostByte)
        }
      guard isHost, host.utf8.count <= 253 else { throw .wrongValue(key: key, expected: "[\"example.com\"]") }
      hosts.append(host.lowercased())
    }
    return hosts
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: true
    default: false
    }
  }

  func floors(_ key: String, _ value: JSONValue) throws(ReportError) -> [String: String] {
    var floors: [String: String] = [:]
    for member in try object(key, value, ConfigurationSchema.systems).members {
      let version = member.value.stringValue ?? ""
      let parts = version.split(separator: ".", omittingEmptySubsequences: false)
      guard (1...3).contains(parts.count),
        parts.allSatisfy({
          (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
        })
      else { throw .wrongValue(key: "\(key).\(member.name)", expected: "\"17.0\"") }
      floors[member.name] = version
    }
    return floors
  }

  func overrides(
    _ key: String, _ value: JSONValue
  ) throws(ReportError) -> [AuditConfiguration.ContextOverride] {
    guard let object = value.objectValue, object.members.count <= 1000 else {
      throw .wrongValue(key: key, expected: "{\"Vendor/Own/**\": \"app\"}")
    }
    var overrides: [AuditConfiguration.ContextOverride] = []
    for member in object.members {
      let word = member.value.stringValue ?? ""
      guard !member.name.isEmpty, member.name.utf8.count <= 4096,
        let context = word == "app" ? .app : Self.contexts.first(where: { $0.key == word })?.value
      else { throw .wrongValue(key: "\(key).\(member.name)", expected: Self.kinds) }
      overrides.append(AuditConfiguration.ContextOverride(path: member.name, context: context))
    }
    return overrides
  }

  /// Words of names: letters, with a space between two of them.
  private func words(_ key: String, _ value: JSONValue) throws(ReportError) -> [String] {
    let words = try texts(key, value)
    for word in words {
      let parts = word.split(separator: " ", omittingEmptySubsequences: false)
      guard (1...2).contains(parts.count), word.utf8.count <= 80,
        parts.allSatisfy({ part in !part.isEmpty && part.allSatisfy { $0.isLetter } })
      else { throw .wrongValue(key: key, expected: "[\"koguma\", \"member number\"]") }
    }
    return words.map { $0.lowercased() }
  }

  /// The members of an object, none of them unknown.
  func object(
    _ key: String, _ value: JSONValue, _ known: [String]
  ) throws(ReportError) -> JSONObject {
    guard let object = value.objectValue else {
      throw .wrongValue(key: key, expected: "{" + known.map { "\"\($0)\": …" }.joined(separator: ", ") + "}")
    }
    for member in object.members where !known.contains(member.name) {
      throw .unknownKey("\(key).\(member.name)", suggestion: NearestName.of(member.name, among: known))
    }
    return object
  }
}

/// Reads which functions give, take and clean values.
extension ConfigurationReader {
  func flow(_ key: String, _ value: JSONValue) throws(ReportError) -> FlowSettings {
    let members = try object(key, value, ConfigurationSchema.flowKeys)
    var settings = FlowSettings()
    if let sources = members["sources"] {
      for (name, value) in try functions("\(key).sources", sources, takesLabel: false) {
        settings.sources[name] = try word("\(key).sources.\(name)", value)
      }
    }
    if let sinks = members["sinks"] {
      for (name, value) in try functions("\(key).sinks", sinks, takesLabel: true) {
        settings.sinks[name] = try word("\(key).sinks.\(name)", value)
      }
    }
    if let sanitizers = members["sanitizers"] {
      for (name, value) in try functions("\(key).sanitizers", sanitizers, takesLabel: false) {
        let place = "\(key).sanitizers.\(name)"
        guard let list = value.arrayValue, !list.isEmpty, list.count <= 100 else {
          throw .wrongValue(key: place, expected: "[\"sql\"]")
        }
        for item in list { settings.sanitizers[name, default: []].insert(try word(place, item)) }
      }
    }
    return settings
  }

  /// The members of an object that are called like functions: `name`, or `name(label:)` where that is allowed.
  private func functions(
    _ key: String, _ value: JSONValue, takesLabel: Bool
  ) throws(ReportError) -> [(name: String, value: JSONValue)] {
    let expected = takesLabel ? "{\"show(html:)\": …}" : "{\"load\": …}"
    guard let object = value.objectValue, object.members.count <= 1000 else {
      throw .wrongValue(key: key, expected: expected)
    }
    for member in object.members {
      var name = member.name[...]
      if takesLabel, name.hasSuffix(":)"), let bracket = name.firstIndex(of: "(") {
        guard Self.isIdentifier(name[name.index(after: bracket)...].dropLast(2)) else {
          throw .wrongValue(key: key, expected: expected)
        }
        name = name[..<bracket]
      }
      guard Self.isIdentifier(name) else { throw .wrongValue(key: key, expected: expected) }
    }
    return object.members.map { ($0.name, $0.value) }
  }

  private static func isIdentifier(_ text: Substring) -> Bool {
    text.utf8.count <= 200 && text.first.map { $0.isLetter || $0 == "_" } == true
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}

/// Reads where a configuration has reports written.
extension ConfigurationReader {
  func reports(
    _ key: String, _ value: JSONValue
  ) throws(ReportError) -> [AuditConfiguration.ReportKind: String] {
    let kinds = AuditConfiguration.ReportKind.allCases
    let members = try object(key, value, kinds.map(\.rawValue))
    var reports: [AuditConfiguration.ReportKind: String] = [:]
    for kind in kinds {
      guard let value = members[kind.rawValue] else { continue }
      let path = try text("\(key).\(kind.rawValue)", value)
      guard Self.isPlain(path), kind.endings.contains(where: path.hasSuffix), !reports.values.contains(path)
      else {
        throw .wrongValue(
          key: "\(key).\(kind.rawValue)", expected: "\"build/\(kind.rawValue)\(kind.endings[0])\"")
      }
      reports[kind] = path
    }
    return reports
  }

  /// Whether a path leads to a file below the folder, through nothing that tools keep their settings in.
  private static func isPlain(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && !part.hasPrefix(".") && !part.contains { "*?\0".contains($0) }
    }
  }
}

extension AuditConfiguration.ReportKind {
  /// How the names of such files end, so that a report never passes for something else.
  var endings: [String] {
    switch self {
    case .json, .sbom: [".json"]
    case .sarif: [".sarif", ".sarif.json"]
    case .html: [".html"]
    }
  }
}
