import OmamoriCore

/// Turns events into records: looks for secrets, seals private fields and hashes others.
struct EventEncoder: Sendable {
  /// What becomes of values that look like secrets.
  let screening: SecretScreening
  /// The keys of private and hashed fields.
  let keys: SubjectKeys

  /// Looks an event through and encodes it as far as that needs no disk.
  ///
  /// - Throws: ``AuditLogError/event(_:)``.
  func prepare(_ event: AuditEvent) throws(AuditLogError) -> QueuedEvent.Content {
    var contents: [AuditRecord.Field] = []
    contents.reserveCapacity(event.fields.count)
    var sealed: [(name: String, field: AuditField)] = []
    var correlation = event.correlation
    if let text = correlation, let redacted = try screening.screened(text, for: SecretShape.all) {
      correlation = redacted
    }
    for (name, field) in event.fields {
      guard AuditRecord.isName(name) else { throw .event(.invalidName) }
      switch field {
      case .public(let value): contents.append(.init(name, .value(try screening.screened(value))))
      case .private(let value, let subject):
        let kept = try screening.screened(value, for: Self.shapesInPrivate)
        guard kept.storedBytes.count <= AuditRecord.longestValue else {
          throw .event(.tooLarge(limit: AuditRecord.longestValue))
        }
        sealed.append((name, .private(kept, of: subject)))
      case .hashed(let value): contents.append(.init(name, .hashed(keys.digest(of: value, in: name))))
      case .dropped: contents.append(.init(name, .dropped))
      }
    }
    // Limits are checked while somebody waits for the answer.
    let bytes = try record(event, contents, correlation).encoded()
    guard !sealed.isEmpty else { return .encoded(bytes) }
    var screened = event
    screened.correlation = correlation
    for (name, field) in sealed { screened.replace(name, field) }
    for content in contents {
      if case .value(let value) = content.content { screened.replace(content.name, .public(value)) }
    }
    return .unsealed(screened)
  }

  /// Seals the private fields of an event that was looked through, which may write to the disk.
  func finish(_ event: AuditEvent) throws(AuditLogError) -> [UInt8] {
    var contents: [AuditRecord.Field] = []
    for (name, field) in event.fields {
      switch field {
      case .public(let value): contents.append(.init(name, .value(value)))
      case .private(let value, let subject):
        let tag = keys.tag(of: subject)
        let sealed = try PrivateField(sealing: value, named: name, of: tag, under: keys.key(of: tag))
        contents.append(.init(name, .sealed(sealed)))
      case .hashed(let value): contents.append(.init(name, .hashed(keys.digest(of: value, in: name))))
      case .dropped: contents.append(.init(name, .dropped))
      }
    }
    return try record(event, contents, event.correlation).encoded()
  }

  /// Puts the times into a stored form.
  static func stamp(_ bytes: inout [UInt8], nanoseconds: Int64, elapsed: UInt64) {
    guard bytes.count > 17 else { return }
    // because the form is longer than both numbers and the byte before them
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe bytes.storeBytes(of: nanoseconds.bigEndian, toByteOffset: 1, as: Int64.self)
      unsafe bytes.storeBytes(of: elapsed.bigEndian, toByteOffset: 9, as: UInt64.self)
    }
  }

  /// An address may stand where nobody but the auditor reads it and where it can be erased.
  static let shapesInPrivate = SecretShape.all.subtracting([.email])

  private func record(
    _ event: AuditEvent, _ fields: [AuditRecord.Field], _ correlation: String?
  ) -> AuditRecord {
    AuditRecord(
      nanoseconds: 0, elapsed: 0, name: event.name, category: event.category, severity: event.severity,
      correlation: correlation, fields: fields.count > 1 ? fields.sorted { $0.name < $1.name } : fields)
  }
}
