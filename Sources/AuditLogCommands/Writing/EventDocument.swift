import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore

/// An event as JSON, the form in which it is given on standard input and sent to the agent.
///
/// `{"name": …, "category": …, "severity": …, "correlation": …, "fields": {…}}`; only the name is needed. A field is a
/// text, a whole number or a truth value, which are public, or an object with one of `public`, `private` (and `subject`),
/// `hashed` and `dropped`.
enum EventDocument {
  /// The most bytes of one document.
  static let greatestSize = 128 << 10

  /// The event of a line.
  ///
  /// - Parameter line: JSON.
  /// - Returns: The event.
  /// - Throws: ``CryptoFault`` that holds no part of the line.
  static func event(_ line: [UInt8]) throws(CryptoFault) -> AuditEvent {
    let limits = JSONLimits(depth: 4, size: greatestSize, values: 1024)
    guard let json = try? StrictJSON.parse(line, limits: limits) else {
      throw invalid(HelpText("the event is not valid JSON", ja: "イベントが正しい JSON ではありません"))
    }
    return try event(json)
  }

  /// The event of a value.
  ///
  /// - Throws: ``CryptoFault``.
  static func event(_ json: JSONValue) throws(CryptoFault) -> AuditEvent {
    let known: Set = ["name", "category", "severity", "correlation", "fields"]
    guard let object = json.objectValue, let name = json["name"]?.stringValue,
      object.members.allSatisfy({ known.contains($0.name) })
    else {
      throw invalid(
        HelpText(
          "an event is an object with a name and, if wanted, category, severity, correlation and fields",
          ja: "イベントは name を持つオブジェクトで、category、severity、correlation、fields は省略できます"))
    }
    var fields: [String: AuditField] = [:]
    if let given = json["fields"] {
      guard let members = given.objectValue?.members else { throw invalidField }
      for member in members { fields[member.name] = try field(member.value) }
    }
    return try event(
      name, category: try word(json["category"]), severity: try word(json["severity"]),
      correlation: try word(json["correlation"]), fields)
  }

  /// Puts an event together; a known name brings its category and severity with it.
  static func event(
    _ name: String, category: String?, severity: String?, correlation: String?, _ fields: [String: AuditField]
  ) throws(CryptoFault) -> AuditEvent {
    let known = KnownEvent(rawValue: name)
    guard let category = category.map(AuditCategory.init(rawValue:)) ?? known?.category ?? .application else {
      throw invalid(HelpText("there is no such category", ja: "そのような category はありません"))
    }
    guard let severity = severity.map({ SeverityWord(rawValue: $0)?.severity }) ?? known?.severity ?? .notice
    else { throw invalid(HelpText("there is no such severity", ja: "そのような severity はありません")) }
    let event = AuditEvent(
      named: name, category, severity, correlation: correlation, fields: fields)
    do throws(AuditLogError) { try event.validate() } catch { throw invalid(error.message) }
    return event
  }

  private static func word(_ value: JSONValue?) throws(CryptoFault) -> String? {
    guard let value else { return nil }
    guard let word = value.stringValue else { throw invalidField }
    return word
  }

  private static func field(_ json: JSONValue) throws(CryptoFault) -> AuditField {
    if let value = value(json) { return .public(value) }
    guard let members = json.objectValue?.members else { throw invalidField }
    switch members.map(\.name).sorted() {
    case ["dropped"]: return .dropped
    case ["hashed"]: if let value = value(json["hashed"]) { return .hashed(value) }
    case ["public"]: if let value = value(json["public"]) { return .public(value) }
    case ["private", "subject"]:
      if let value = value(json["private"]), let subject = json["subject"]?.stringValue {
        return .private(value, of: AuditSubject(subject))
      }
    default: break
    }
    throw invalidField
  }

  private static func value(_ json: JSONValue?) -> AuditValue? {
    switch json {
    case .string(let text): .text(text)
    case .bool(let flag): .flag(flag)
    case .number(let number): number.integer(as: Int64.self).map(AuditValue.integer)
    default: nil
    }
  }

  private static func invalid(_ message: HelpText) -> CryptoFault {
    .usage(
      message,
      hint: HelpText(
        "'omamori log append --help' shows the form; nothing of this event was recorded",
        ja: "形式は 'omamori log append --help' で確認できます。このイベントは記録されていません"))
  }

  private static let invalidField = invalid(
    HelpText(
      """
      a field of the event is neither a text, a whole number or a truth value, nor an object with 'public', 'private' and \
      'subject', 'hashed' or 'dropped'
      """,
      ja: """
        フィールドには、文字列、整数、真偽値、または public、private と subject、hashed、dropped のいずれかを持つオブジェクトを\
        指定してください
        """))
}

/// The part of security that an event is about, as it is typed.
struct CategoryWord: CommandLineValue, Hashable {
  let category: AuditCategory

  init?(commandLine word: String) {
    guard let category = AuditCategory(rawValue: word) else { return nil }
    self.category = category
  }

  var commandLineWord: String { category.rawValue }
  static var completion: Completion { .words(AuditCategory.allCases.map(\.rawValue)) }
}

/// How much attention an event needs, as it is typed.
enum SeverityWord: String, CaseIterable, CommandLineValue {
  case information, notice, warning, critical

  /// The word for a severity.
  init(_ severity: SecurityEvent.Severity) {
    self =
      switch severity {
      case .information: .information
      case .notice: .notice
      case .warning: .warning
      case .critical: .critical
      }
  }

  /// The severity as the library takes it.
  var severity: SecurityEvent.Severity {
    switch self {
    case .information: .information
    case .notice: .notice
    case .warning: .warning
    case .critical: .critical
    }
  }

  /// The word in a language.
  var text: LocalizedText {
    switch self {
    case .information: LocalizedText("information", ja: "情報")
    case .notice: LocalizedText("notice", ja: "通知")
    case .warning: LocalizedText("warning", ja: "警告")
    case .critical: LocalizedText("critical", ja: "重大")
    }
  }
}
