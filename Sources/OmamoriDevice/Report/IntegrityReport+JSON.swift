public import OmamoriCore

extension IntegrityReport {
  /// The version of the form that ``json`` has.
  public static let formatVersion = 1

  /// The report as JSON, with names in place of texts.
  public var json: JSONValue {
    var object: JSONObject = [
      "version": .integer(Self.formatVersion), "subject": .string("this-process"),
      "date": .string(date.formatted(.iso8601)), "microseconds": .integer(Self.microseconds(took)),
    ]
    if case .process(let number) = subject {
      object["subject"] = .string("process")
      object["process"] = .integer(number)
    }
    if let baselineAge { object["baselineSeconds"] = .integer(baselineAge.components.seconds) }
    object["signals"] = .array(signals.map(\.json))
    return .object(object)
  }

  private static func microseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}

extension IntegritySignal {
  /// The signal as JSON.
  public var json: JSONValue {
    var object: JSONObject = [
      "signal": .string(identifier.name), "kind": .string(identifier.kind.rawValue),
      "state": .string(state.name),
    ]
    switch state {
    case .detected: object["confidence"] = .string(confidence.name)
    case .clean: break
    case .unavailable(let reason): object["reason"] = .string(reason.rawValue)
    case .error(let error): object["reason"] = .string(error.message(in: .en))
    }
    object["mastg"] = .array(identifier.mastg.map(JSONValue.string))
    if !evidence.isEmpty { object["evidence"] = .array(evidence.map(\.json)) }
    if evidenceCount > evidence.count { object["evidenceCount"] = .integer(evidenceCount) }
    return .object(object)
  }
}

extension IntegritySignal.State {
  /// The name in reports.
  public var name: String {
    switch self {
    case .detected: "detected"
    case .clean: "clean"
    case .unavailable: "unavailable"
    case .error: "error"
    }
  }
}

extension IntegrityEvidence {
  /// The entry as JSON.
  public var json: JSONValue {
    var object: JSONObject = ["kind": .string(kind)]
    for fact in facts { object[fact.name] = fact.value.json }
    return .object(object)
  }
}

extension SecurityEvent.Value {
  fileprivate var json: JSONValue {
    switch self {
    case .integer(let number): .integer(number)
    case .flag(let flag): .bool(flag)
    case .text(let text): .string(text.description)
    case .fingerprint(let bytes): .string(Self.hexadecimal(bytes))
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
