import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import TestSupport

@testable import OmamoriAuditLog

/// A folder for a log, an auditor, and a store for the log's keys; removed with the value.
final class LogFixture: Sendable {
  private let place: TemporaryFolder
  var path: String { place.path }
  let auditor: AuditorIdentity
  let secrets = InMemorySecretStore()

  init() throws {
    place = try TemporaryFolder(permissions: 0o700)
    auditor = try AuditorIdentity()
  }

  var folder: LogFolder { LogFolder(path: path + "/log") }

  /// Opens the log.
  func open(
    anchors: [any LogAnchor] = [],
    clock: any WallClock = SystemWallClock(),
    _ change: (inout AuditLogSettings) -> Void = { _ in }
  ) async throws(AuditLogError) -> AuditLog {
    var settings = AuditLogSettings()
    change(&settings)
    return try await AuditLog.open(
      in: folder.path, auditor: auditor.key, secrets: secrets, anchors: anchors, settings: settings,
      clock: clock)
  }

  /// Opens the log on a storage that fails when told to.
  func open(
    on storage: any LogStorage, _ change: (inout AuditLogSettings) -> Void = { _ in }
  ) async throws(AuditLogError) -> AuditLog {
    var settings = AuditLogSettings()
    change(&settings)
    return try await AuditLog.open(
      storage, folder, auditor.key, secrets, [], settings, SystemWallClock())
  }

  /// The log's own key.
  func key() async throws -> LogKey {
    guard let secret = try await secrets.secret(named: "audit-log.identity") else {
      throw AuditLogError.key(.wrongKey)
    }
    return try LogIdentity(rawRepresentation: secret).key
  }

  /// What the verifier says, with the auditor's key.
  func verify(anchors: [Checkpoint] = [], counter: UInt64? = nil) async throws -> LogVerification {
    try LogVerifier(key: await key(), auditor: auditor, anchors: anchors, counter: counter).verify(folder)
  }

  /// All events in the log, as the auditor reads them.
  func records() async throws -> [AuditRecord] {
    var reader = try LogReader(folder, key: await key(), identity: auditor)
    var records: [AuditRecord] = []
    while let frame = try reader.readNext() {
      if frame.kind == .event { records.append(try AuditRecord(decoding: frame.payload)) }
    }
    return records
  }

  /// The numbers in the events of the app, in their order.
  func numbers() async throws -> [Int64] {
    try await records().compactMap { record in
      guard record.name == "app.test", case .value(.integer(let number))? = record.fields.first?.content
      else {
        return nil
      }
      return number
    }
  }

  /// Copies the folder of the log.
  func snapshot() throws -> String {
    let copy = path + "/copy-" + UUID().uuidString
    try FileManager.default.copyItem(atPath: folder.path, toPath: copy)
    return copy
  }

  /// Puts a copy in the place of the log.
  func restore(_ copy: String) throws {
    try FileManager.default.removeItem(atPath: folder.path)
    try FileManager.default.copyItem(atPath: copy, toPath: folder.path)
  }
}

extension AuditEvent {
  /// An event with a number.
  static func test(_ number: Int) -> AuditEvent {
    AuditEvent("app.test", .application, .information).with("n", .public(.integer(Int64(number))))
  }
}
