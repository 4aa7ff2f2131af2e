import OmamoriCore

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
