@_spi(Testing) import OmamoriCore

@testable import OmamoriAuditLog

/// Keys that are the same in every process of a test.
enum FixedKeys {
  /// The auditor.
  static func auditor() throws -> AuditorIdentity {
    try AuditorIdentity(rawRepresentation: SecretBytes(copying: (0..<32).map { UInt8($0) }))
  }

  /// A store with the keys of one log.
  static func store() async throws -> InMemorySecretStore {
    let store = InMemorySecretStore()
    for (index, name) in ["identity", "fields"].enumerated() {
      let secret = SecretBytes(copying: [UInt8](repeating: UInt8(index + 7), count: 32))
      _ = try await store.insert(secret, named: "audit-log." + name)
    }
    return store
  }

  /// The log's own key.
  static func log() async throws -> LogKey {
    guard let secret = try await store().secret(named: "audit-log.identity") else {
      throw AuditLogError.key(.wrongKey)
    }
    return try LogIdentity(rawRepresentation: secret).key
  }

  /// Opens the log of a folder.
  static func open(
    _ path: String, anchors: [any LogAnchor] = [], _ change: (inout AuditLogSettings) -> Void = { _ in }
  ) async throws -> AuditLog {
    var settings = AuditLogSettings()
    change(&settings)
    return try await AuditLog.open(
      in: path, auditor: auditor().key, secrets: store(), anchors: anchors, settings: settings)
  }

  /// What the verifier says, with the auditor's key.
  static func verify(_ path: String, anchors: [Checkpoint] = []) async throws -> LogVerification {
    try LogVerifier(key: await log(), auditor: auditor(), anchors: anchors).verify(LogFolder(path: path))
  }

  /// The numbers of the test events in the log.
  static func numbers(_ path: String) async throws -> Set<Int64> {
    var reader = try LogReader(LogFolder(path: path), key: await log(), identity: auditor())
    var numbers: Set<Int64> = []
    while let frame = try reader.readNext() {
      guard frame.kind == .event else { continue }
      let record = try AuditRecord(decoding: frame.payload)
      for field in record.fields where field.name == "n" {
        if case .value(.integer(let number)) = field.content { numbers.insert(number) }
      }
    }
    return numbers
  }
}
