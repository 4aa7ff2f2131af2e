import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuditLog

@Suite struct PrivateFieldTests {
  private static func field(_ records: [AuditRecord], _ name: String) -> AuditRecord.Field.Content? {
    records.lazy.flatMap(\.fields).first { $0.name == name }?.content
  }

  @Test func privateFieldsAreReadUntilTheyAreErased() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open()
    try await log.append(
      .dataRead,
      ["name": .private("Mika Tanaka", of: "user-1"), "mail": .private("mika@example.com", of: "user-1")])
    try await log.append(.dataRead, ["name": .private("Ken", of: "user-2")])
    try await log.checkpoint()

    let reader = try PrivateFieldReader(folder: fixture.folder.path, for: fixture.auditor.agreementKey())
    let records = try await fixture.records()
    guard case .sealed(let name)? = Self.field(records, "name"),
      case .sealed(let mail)? = Self.field(records, "mail")
    else {
      Issue.record("the fields are sealed")
      return
    }
    #expect(try reader.value(of: name, named: "name") == "Mika Tanaka")
    #expect(try reader.value(of: mail, named: "mail") == "mika@example.com")
    #expect(throws: AuditLogError.self) { try reader.value(of: name, named: "mail") }
    let stranger = try PrivateFieldReader(
      folder: fixture.folder.path, for: Curve25519.KeyAgreement.PrivateKey())
    #expect(throws: AuditLogError.key(.wrongKey)) { try stranger.value(of: name, named: "name") }

    #expect(try await log.erase("user-1"))
    #expect(try await !log.erase("user-1"))
    #expect(throws: AuditLogError.key(.erased)) { try reader.value(of: name, named: "name") }
    try await log.append(.dataRead, ["name": .private("Mika again", of: "user-1")])
    let checkpoint = try await log.close()
    #expect(try await fixture.verify(anchors: [checkpoint]).verdict == .complete)
    let all = try await fixture.records()
    #expect(all.contains { $0.name == "log.subject-erased" })
    // What was sealed before stays unreadable though there is a new key of the same subject.
    #expect(throws: AuditLogError.key(.wrongKey)) { try reader.value(of: name, named: "name") }
    guard case .sealed(let other)? = all.last(where: { $0.name == "data-access.read" })?.fields.first?.content
    else {
      Issue.record("the field is sealed")
      return
    }
    #expect(try reader.value(of: other, named: "name") == "Mika again")
  }

  @Test func nothingPrivateStandsInTheFolder() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open()
    try await log.append(
      .dataRead,
      [
        "name": .private("NEEDLE-NAME", of: "NEEDLE-SUBJECT"), "id": .hashed("NEEDLE-HASHED"),
        "pin": .dropped,
      ])
    try await log.close()
    for name in try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) {
      #expect(!name.contains("NEEDLE"))
      let bytes = try Data(contentsOf: URL(filePath: fixture.folder.path).appending(path: name))
      #expect(bytes.range(of: Data("NEEDLE".utf8)) == nil)
    }
    // Not even the auditor reads a private field from the record alone.
    for record in try await fixture.records() {
      #expect(try Data(record.encoded()).range(of: Data("NEEDLE".utf8)) == nil)
    }
  }

  @Test func equalValuesHaveEqualDigestsInOneLogOnly() async throws {
    var digests: [[UInt8]] = []
    for _ in 0..<2 {
      let fixture = try LogFixture()
      let log = try await fixture.open()
      for _ in 0..<2 { try await log.append(.signInFailed, ["user": .hashed("mika")]) }
      try await log.close()
      for record in try await fixture.records() {
        for case .hashed(let digest) in record.fields.map(\.content) { digests.append(digest) }
      }
    }
    #expect(digests.count == 4 && digests[0] == digests[1] && digests[2] == digests[3])
    #expect(digests[0] != digests[2])
  }

  @Test func subjectsDoNotPrint() {
    let subject = AuditSubject("NEEDLE")
    #expect(
      !"\(subject) \(String(reflecting: subject)) \(Mirror(reflecting: subject).children.count)".contains(
        "NEEDLE"))
  }
}
