import OmamoriCore

/// Reads what a project says about itself: its own words, hosts and secrets, and what its files are.
extension ConfigurationReader {
  private static let lexiconKeys = ["add", "remove"]
  private static let meanings = ["secret", "personal"]
  private static let secretKeys = ["sha256", "reason"]
  private static let systems = ["iOS", "macOS", "tvOS", "watchOS", "visionOS"]
  private static let kinds = "\"app\", " + contexts.map { "\"\($0.key)\"" }.joined(separator: ", ")

  func lexicon(
    _ key: String, _ value: JSONValue, _ result: inout AuditConfiguration
  ) throws(ReportError) {
    let lexicon = try object(key, value, Self.lexiconKeys)
    if let added = lexicon["add"] {
      let words = try object("\(key).add", added, Self.meanings)
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
      let entry = try object(place, item, Self.secretKeys)
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
    for member in try object(key, value, Self.systems).members {
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
