import OmamoriCore

/// Reads and writes Omamori's own form of pins: strict JSON in which nothing is left unsaid.
enum PinJSON {
  static let limits = JSONLimits(depth: 8, size: 8 * PinDocument.greatestSize, values: 200_000)

  static func read(_ bytes: [UInt8]) throws(TransportError) -> PinReading {
    let root = try parse(bytes)
    guard root["version"]?.intValue == 1, let hosts = root["hosts"]?.arrayValue,
      let combination = PinDocument.Combination(
        rawValue: root["combination"]?.stringValue ?? "most-specific"),
      hasOnly(["version", "combination", "hosts"], in: root)
    else { throw .malformedDocument(line: nil) }
    return PinReading(document: try PinDocument(try entries(hosts), combination: combination), notes: [])
  }

  static func text(_ document: PinDocument) -> String {
    let root: JSONValue = [
      "version": 1, "combination": .string(document.combination.rawValue),
      "hosts": .array(document.entries.map(json)),
    ]
    return root.text(.pretty) + "\n"
  }

  // MARK: - Parts that signed pin sets share

  static func parse(_ bytes: [UInt8]) throws(TransportError) -> JSONValue {
    do throws(CoreError) {
      return try StrictJSON.parse(bytes, limits: limits)
    } catch {
      guard case .invalidJSON(_, let place) = error else { throw .malformedDocument(line: nil) }
      throw .malformedDocument(line: place.line)
    }
  }

  static func hasOnly(_ names: Set<String>, in value: JSONValue) -> Bool {
    value.objectValue?.members.allSatisfy { names.contains($0.name) } == true
  }

  static func entries(_ values: [JSONValue]) throws(TransportError) -> [PinnedHosts] {
    guard values.count <= PinDocument.greatestEntryCount else { throw .policy(.tooManyRules) }
    return try values.map { value throws(TransportError) in try entry(value) }
  }

  private static func entry(_ value: JSONValue) throws(TransportError) -> PinnedHosts {
    let names: Set<String> = [
      "host", "subdomains", "leaf", "authorities", "anywhere", "expires", "reports", "mode",
    ]
    guard hasOnly(names, in: value), let name = value["host"]?.stringValue,
      let scope = PinnedHosts.Scope(rawValue: value["subdomains"]?.stringValue ?? "host"),
      let mode = mode(value["mode"])
    else { throw .malformedDocument(line: nil) }
    return try PinnedHosts(
      try PinList.host(name, line: nil), scope: scope, leaf: try pins(value["leaf"]),
      authorities: try pins(value["authorities"]), anywhere: try pins(value["anywhere"]),
      expiry: try date(value["expires"]), reportURIs: try texts(value["reports"]), mode: mode)
  }

  private static func pins(_ value: JSONValue?) throws(TransportError) -> [CertificatePin]? {
    guard let value else { return nil }
    guard let elements = value.arrayValue, elements.count <= PinSet.greatestCount else {
      throw .malformedDocument(line: nil)
    }
    return try elements.map { element throws(TransportError) in
      guard hasOnly(["sha256", "of", "role"], in: element), let digest = element["sha256"]?.stringValue,
        let kind = kind(element["of"]), let role = role(element["role"])
      else { throw .malformedDocument(line: nil) }
      return try CertificatePin(kind, base64: digest, role: role)
    }
  }

  /// Seconds since 1970, a whole number.
  static func date(_ value: JSONValue?) throws(TransportError) -> Date? {
    guard let value else { return nil }
    // Until the year 9999, so that nothing that is calculated from it overflows.
    guard let seconds = value.intValue, (0...253_402_300_799).contains(seconds) else {
      throw .malformedDocument(line: nil)
    }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  private static func texts(_ value: JSONValue?) throws(TransportError) -> [String] {
    guard let value else { return [] }
    guard let texts = value.arrayValue?.compactMap(\.stringValue), texts.count == value.arrayValue?.count
    else {
      throw .malformedDocument(line: nil)
    }
    return texts
  }

  private static func kind(_ value: JSONValue?) -> CertificatePin.Kind? {
    switch value.map({ $0.stringValue ?? "" }) {
    case nil, "key": .publicKey
    case "certificate": .certificate
    default: nil
    }
  }

  private static func role(_ value: JSONValue?) -> CertificatePin.Role? {
    switch value.map({ $0.stringValue ?? "" }) {
    case nil, "primary": .primary
    case "backup": .backup
    default: nil
    }
  }

  private static func mode(_ value: JSONValue?) -> PinSet.Mode? {
    switch value.map({ $0.stringValue ?? "" }) {
    case nil, "enforced": .enforced
    case "report-only": .reportOnly
    default: nil
    }
  }

  static func json(_ entry: PinnedHosts) -> JSONValue {
    var object: JSONObject = ["host": .string(entry.host.description)]
    if entry.scope != .host { object["subdomains"] = .string(entry.scope.rawValue) }
    for (name, pins) in [
      ("leaf", entry.leaf), ("authorities", entry.authorities), ("anywhere", entry.anywhere),
    ] {
      object[name] = pins.map { .array($0.map(json)) }
    }
    object["expires"] = entry.expiry.map { .integer(seconds($0)) }
    if !entry.reportURIs.isEmpty { object["reports"] = .array(entry.reportURIs.map(JSONValue.string)) }
    if entry.mode == .reportOnly { object["mode"] = "report-only" }
    return .object(object)
  }

  private static func json(_ pin: CertificatePin) -> JSONValue {
    var object: JSONObject = ["sha256": .string(pin.base64)]
    if pin.kind == .certificate { object["of"] = "certificate" }
    if pin.role == .backup { object["role"] = "backup" }
    return .object(object)
  }

  /// Whole seconds since 1970 within what is read; 0 for a time that is no number, because the bounds stand first.
  static func seconds(_ date: Date) -> Int {
    Int(min(253_402_300_799, max(0, date.timeIntervalSince1970.rounded(.down))))
  }
}
