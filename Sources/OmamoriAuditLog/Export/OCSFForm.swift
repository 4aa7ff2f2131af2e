import OmamoriCore

/// Events in the Open Cybersecurity Schema Framework 1.6 (schema.ocsf.io).
enum OCSFForm {
  private static let version = "1.6.0"

  /// A record as an object of the class that fits it; what the class has no place for is in `unmapped`.
  static func value(of entry: ExportEntry, _ source: ExportSource, _ language: Language) -> JSONValue {
    let record = entry.record
    let meaning = OCSFMeaning(record)
    let (severity, severityName) = severity(record.severity)
    let message = record.explanation[language]
    var object: JSONObject = [
      "activity_id": .integer(meaning.activity), "activity_name": .string(meaning.activityName),
      "category_uid": .integer(meaning.type.category), "category_name": .string(meaning.type.categoryName),
      "class_uid": .integer(meaning.type.rawValue), "class_name": .string(meaning.type.name),
      "type_uid": .integer(meaning.type.rawValue * 100 + meaning.activity),
      "type_name": .string("\(meaning.type.name): \(meaning.activityName)"),
      "severity_id": .integer(severity), "severity": .string(severityName),
      "status_id": .integer(meaning.status.rawValue),
      "time": .integer(ExportTime(nanoseconds: record.nanoseconds).milliseconds),
      "message": .string(message), "metadata": .object(metadata(entry, source)),
    ]
    for member in details(meaning.type, entry, source, message).members { object[member.name] = member.value }
    let fields = JSONLinesForm.fields(of: record)
    if !fields.isEmpty { object["unmapped"] = .object(fields) }
    return .object(object)
  }

  private static func metadata(_ entry: ExportEntry, _ source: ExportSource) -> JSONObject {
    var metadata: JSONObject = [
      "version": .string(version),
      "product": ["name": "Omamori", "vendor_name": "Omamori", "feature": ["name": "Audit Log"]],
      "uid": .string(entry.identifier), "event_code": .string(entry.record.name),
      "log_name": .string(Hexadecimal.text(of: entry.log)), "log_provider": .string(source.application),
      "original_time": .string(ExportTime(nanoseconds: entry.record.nanoseconds).text(digits: 9)),
    ]
    // The schema's integers have 32 bits.
    if let sequence = Int32(exactly: entry.sequence) { metadata["sequence"] = .integer(sequence) }
    if let correlation = entry.record.correlation { metadata["correlation_uid"] = .string(correlation) }
    return metadata
  }

  /// The attributes that a class asks for besides those of all classes.
  private static func details(
    _ type: OCSFClass, _ entry: ExportEntry, _ source: ExportSource, _ message: String
  ) -> JSONObject {
    let record = entry.record
    let program: JSONValue = ["name": .string(name(source.application))]
    switch type {
    case .base, .applicationError: return [:]
    case .eventLogActivity: return ["log_name": .string(Hexadecimal.text(of: entry.log))]
    case .detectionFinding:
      return [
        "finding_info": [
          "uid": .string(entry.identifier), "title": .string(message), "types": [.string(record.name)],
        ],
        "is_alert": .bool(record.severity >= .warning),
      ]
    case .accountChange: return ["user": user(record)]
    case .authentication: return ["user": user(record), "service": program]
    case .authorizeSession:
      return ["user": user(record), "privileges": .array(privileges(record).map { .string($0) })]
    case .entityManagement:
      return ["entity": ["name": .string(text("name", record) ?? record.name), "type": entity(record)]]
    case .networkActivity:
      return text("host", record).map { ["dst_endpoint": endpoint($0)] } ?? ["src_endpoint": endpoint(source)]
    case .applicationLifecycle:
      return ["app": ["name": .string(name(source.application)), "version": .string(source.version)]]
    case .datastoreActivity:
      return [
        "actor": ["app_name": .string(name(source.application)), "user": user(record)],
        "src_endpoint": endpoint(source),
        "database": ["name": .string(text("resource", record) ?? "unknown"), "type_id": 0],
      ]
    }
  }

  /// Who did it, from the field `user`: a name that is public, or the digest that stands for one that is not.
  private static func user(_ record: AuditRecord) -> JSONValue {
    guard let field = record.fields.first(where: { $0.name == "user" }) else { return ["name": "unknown"] }
    let (protection, text) = ExportText.parts(field.content)
    guard let protection else { return ["name": .string(name(text))] }
    return text.isEmpty ? ["name": "unknown"] : ["uid": .string("\(protection):\(text)")]
  }

  /// What a session may do, from the field `scope`.
  private static func privileges(_ record: AuditRecord) -> [String] {
    let scope = text("scope", record)?.split(separator: " ").map(String.init) ?? []
    return scope.isEmpty ? ["session"] : scope
  }

  private static func endpoint(_ source: ExportSource) -> JSONValue {
    source.host.isEmpty ? ["name": .string(name(source.application))] : endpoint(source.host)
  }

  /// A machine; what the schema does not take for a host name is a name like any other.
  private static func endpoint(_ host: String) -> JSONValue {
    let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isHostName = labels.allSatisfy { label in
      !label.isEmpty && label.first != 0x2D && label.last != 0x2D
        && label.allSatisfy { byte in
          0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || byte == 0x2D
        }
    }
    return [isHostName ? "hostname" : "name": .string(host)]
  }

  private static func entity(_ record: AuditRecord) -> JSONValue {
    record.category == .cryptography ? "Key" : record.category == .policy ? "Policy" : "Configuration"
  }

  /// A public text of a field.
  private static func text(_ name: String, _ record: AuditRecord) -> String? {
    for field in record.fields where field.name == name {
      if case .value(.text(let text)) = field.content, !text.isEmpty { return text }
    }
    return nil
  }

  private static func name(_ text: String) -> String { text.isEmpty ? "unknown" : text }

  private static func severity(_ severity: SecurityEvent.Severity) -> (Int, String) {
    switch severity {
    case .information: (1, "Informational")
    case .notice: (2, "Low")
    case .warning: (3, "Medium")
    case .critical: (5, "Critical")
    }
  }
}

/// A class of the Open Cybersecurity Schema Framework that events become, with its names.
enum OCSFClass: Int {
  case base = 0
  case eventLogActivity = 1008
  case detectionFinding = 2004
  case accountChange = 3001
  case authentication = 3002
  case authorizeSession = 3003
  case entityManagement = 3004
  case networkActivity = 4001
  case applicationLifecycle = 6002
  case datastoreActivity = 6005
  case applicationError = 6008

  /// The number of the category, which that of the class begins with.
  var category: Int { rawValue / 1000 }

  /// The name of the category.
  var categoryName: String {
    switch category {
    case 1: "System Activity"
    case 2: "Findings"
    case 3: "Identity & Access Management"
    case 4: "Network Activity"
    case 6: "Application Activity"
    default: "Uncategorized"
    }
  }

  /// The name of the class.
  var name: String {
    switch self {
    case .base: "Base Event"
    case .eventLogActivity: "Event Log Activity"
    case .detectionFinding: "Detection Finding"
    case .accountChange: "Account Change"
    case .authentication: "Authentication"
    case .authorizeSession: "Authorize Session"
    case .entityManagement: "Entity Management"
    case .networkActivity: "Network Activity"
    case .applicationLifecycle: "Application Lifecycle"
    case .datastoreActivity: "Datastore Activity"
    case .applicationError: "Application Error"
    }
  }
}

/// What an event is in the Open Cybersecurity Schema Framework: a class, an activity and how it ended.
struct OCSFMeaning {
  /// How something ended.
  enum Status: Int {
    case unknown = 0
    case success = 1
    case failure = 2
  }

  let type: OCSFClass
  let activity: Int
  let activityName: String
  let status: Status

  private init(_ type: OCSFClass, _ activity: Int, _ activityName: String, _ status: Status = .success) {
    (self.type, self.activity, self.activityName, self.status) = (type, activity, activityName, status)
  }

  /// An activity that the class has no number for.
  private static func other(_ type: OCSFClass, _ name: String, _ status: Status = .success) -> OCSFMeaning {
    OCSFMeaning(type, 99, name, status)
  }

  private static let finding = OCSFMeaning(.detectionFinding, 1, "Create", .unknown)

  /// The meaning of a record: of its name when it is a known one, and of its category and severity otherwise.
  init(_ record: AuditRecord) {
    if let event = KnownEvent(rawValue: record.name), let meaning = Self.known(event) {
      self = meaning
    } else if record.severity == .critical || record.category == .integrity && record.severity == .warning {
      self = Self.finding
    } else if record.category == .log, record.severity >= .warning {
      self = OCSFMeaning(.applicationError, 1, "General Error", .failure)
    } else {
      self = Self.other(.base, record.name, .unknown)
    }
  }

  private static func known(_ event: KnownEvent) -> OCSFMeaning? {
    identity(event) ?? data(event) ?? protection(event)
  }

  /// Signing in, sessions and accounts.
  private static func identity(_ event: KnownEvent) -> OCSFMeaning? {
    switch event {
    case .signInSucceeded, .biometricAuthSucceeded: OCSFMeaning(.authentication, 1, "Logon")
    case .signInFailed, .biometricAuthFailed: OCSFMeaning(.authentication, 1, "Logon", .failure)
    case .sessionStarted: OCSFMeaning(.authorizeSession, 1, "Assign Privileges")
    case .sessionRenewed: OCSFMeaning(.authentication, 5, "Service Ticket Renew")
    case .sessionExpired, .sessionEnded: OCSFMeaning(.authentication, 2, "Logoff")
    case .authenticationLockedOut: OCSFMeaning(.accountChange, 9, "Lock")
    case .passwordChanged: OCSFMeaning(.accountChange, 3, "Password Change")
    case .secondFactorChanged: other(.accountChange, "Second Factor Change")
    case .accountCreated: OCSFMeaning(.accountChange, 1, "Create")
    case .accountDeleted: OCSFMeaning(.accountChange, 6, "Delete")
    case .roleChanged: other(.accountChange, "Role Change")
    default: nil
    }
  }

  /// Data, keys and what is configured.
  private static func data(_ event: KnownEvent) -> OCSFMeaning? {
    switch event {
    case .dataRead: OCSFMeaning(.datastoreActivity, 1, "Read")
    case .dataExported: other(.datastoreActivity, "Export")
    case .dataDeleted, .subjectErased: OCSFMeaning(.datastoreActivity, 7, "Delete")
    case .configurationChanged, .policyChanged, .keyRotated: OCSFMeaning(.entityManagement, 3, "Update")
    case .logOpened: OCSFMeaning(.applicationLifecycle, 3, "Start")
    case .segmentsPruned: OCSFMeaning(.eventLogActivity, 2, "Delete")
    case .logRecovered: OCSFMeaning(.eventLogActivity, 8, "Restart")
    default: nil
    }
  }

  /// What a protection refused or found.
  private static func protection(_ event: KnownEvent) -> OCSFMeaning? {
    switch event {
    case .certificateValidationFailed, .insecureConnectionRefused:
      OCSFMeaning(.networkActivity, 5, "Refuse", .failure)
    case .suspiciousActivity, .unauthorizedAccess, .tokenReused, .keychainTampered, .pinMismatch,
      .anchorContradicted, .anchorMissing, .clockWentBack:
      finding
    case .eventsDropped, .eventRefused, .anchorFailed, .deliveryIsolated:
      OCSFMeaning(.applicationError, 1, "General Error", .failure)
    default: nil
    }
  }
}
