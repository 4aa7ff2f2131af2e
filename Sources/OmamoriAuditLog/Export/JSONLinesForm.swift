import OmamoriCore

/// Events in the schema of Omamori: Documentation/formats/audit-event.schema.json.
enum JSONLinesForm {
  /// The name of the schema, which changes when the meaning of a member does.
  static let schema = "omamori.audit-event/1"

  /// Numbers beyond this are written as texts, since many readers keep numbers as doubles.
  private static let greatestNumber: UInt64 = 1 << 53

  /// A record as an object.
  static func value(of entry: ExportEntry, _ source: ExportSource, _ language: Language) -> JSONValue {
    let record = entry.record
    var object: JSONObject = [
      "schema": .string(schema),
      "id": .string(entry.identifier),
      "log": .string(Hexadecimal.text(of: entry.log)),
      "segment": number(entry.segment),
      "sequence": number(entry.sequence),
      "time": .string(ExportTime(nanoseconds: record.nanoseconds).text(digits: 9)),
      "elapsed": number(record.elapsed),
      "name": .string(record.name),
      "category": .string(record.category.rawValue),
      "severity": .string(ExportText.word(record.severity)),
      "message": .string(record.explanation[language]),
    ]
    if let correlation = record.correlation { object["correlation"] = .string(correlation) }
    object["source"] = .object(self.source(source))
    object["fields"] = .object(fields(of: record))
    return .object(object)
  }

  /// The fields by their names, each an object whose one member says what it is.
  static func fields(of record: AuditRecord) -> JSONObject {
    var fields = JSONObject()
    for field in record.fields { fields[field.name] = content(field.content) }
    return fields
  }

  private static func content(_ content: AuditRecord.Field.Content) -> JSONValue {
    switch content {
    case .value(.text(let text)): ["text": .string(text)]
    case .value(.integer(let integer)):
      ["integer": integer.magnitude > greatestNumber ? .string(String(integer)) : .integer(integer)]
    case .value(.flag(let flag)): ["flag": .bool(flag)]
    case .value(.bytes(let bytes)): ["bytes": .string(Hexadecimal.text(of: bytes))]
    case .sealed(let field): ["commitment": .string(Hexadecimal.text(of: field.commitment))]
    case .hashed(let digest): ["hashed": .string(Hexadecimal.text(of: digest))]
    case .dropped: ["dropped": .bool(true)]
    }
  }

  private static func source(_ source: ExportSource) -> JSONObject {
    var object: JSONObject = [
      "application": .string(source.application), "version": .string(source.version),
    ]
    if !source.host.isEmpty { object["host"] = .string(source.host) }
    if let process = source.process { object["process"] = .integer(process) }
    return object
  }

  /// A number without a sign, as a text when it is too large for a double.
  static func number(_ number: UInt64) -> JSONValue {
    number > greatestNumber ? .string(String(number)) : .integer(number)
  }
}
