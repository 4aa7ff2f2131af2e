import Foundation
import OmamoriCrypto
import TestSupport
import Testing

/// The example of Documentation/fields.md, from the first row to the destruction of the old key.
@Suite struct PatientDatabaseTests {
  private struct Crash: Error {}

  private static func identifier(_ number: UInt8) -> UUID {
    UUID(uuid: (number, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
  }

  private func withDatabase(_ body: (String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    try body(folder.path("patients.sqlite"))
  }

  @Test func storesNothingReadableAndFindsByEquality() throws {
    try withDatabase { path in
      let database = try PatientDatabase(path: path, keyset: try Keyset())
      for number in 1...20 as ClosedRange<UInt8> {
        try database.insert(
          Self.identifier(number), email: "user\(number)@example.com", diagnosis: "flu-marker")
      }
      try database.insert(Self.identifier(21), email: " USER7@example.com", diagnosis: "cold")
      #expect(try database.identifiers(email: "User7@Example.com") == [7, 21].map(Self.identifier))
      #expect(try database.identifiers(email: "user77@example.com").isEmpty)
      #expect(try database.diagnosis(of: Self.identifier(21)) == "cold")
      #expect(try database.diagnosis(of: Self.identifier(22)) == nil)
      let file = try Data(contentsOf: URL(filePath: path))
      #expect(file.range(of: Data("patient_email".utf8)) != nil)
      #expect(file.range(of: Data("marker".utf8)) == nil && file.range(of: Data("example.com".utf8)) == nil)
    }
  }

  @Test func aValueThatWasMovedDoesNotOpen() throws {
    try withDatabase { path in
      let database = try PatientDatabase(path: path, keyset: try Keyset())
      try database.insert(Self.identifier(1), email: "a@example.com", diagnosis: "healthy")
      try database.insert(Self.identifier(2), email: "b@example.com", diagnosis: "measles")
      let ids = [1, 2].map { PatientDatabase.bytes(Self.identifier($0)) }
      try database.run(
        "UPDATE patient SET diagnosis = (SELECT diagnosis FROM patient WHERE id = ?) WHERE id = ?",
        [ids[1], ids[0]])
      #expect(throws: CryptoError.authenticationFailed) { try database.diagnosis(of: Self.identifier(1)) }
      try database.run("UPDATE patient SET diagnosis = email WHERE id = ?", [ids[1]])
      #expect(throws: CryptoError.authenticationFailed) { try database.diagnosis(of: Self.identifier(2)) }
      // Whoever swaps hashes makes a search find the wrong row, which is opened and compared.
      try database.run(
        "UPDATE patient SET email_index = (SELECT email_index FROM patient WHERE id = ?) WHERE id = ?",
        [ids[1], ids[0]])
      #expect(try database.identifiers(email: "b@example.com") == [Self.identifier(2)])
    }
  }

  @Test func sealsEveryRowAnewThroughCrashes() throws {
    try withDatabase { path in
      var keyset = try Keyset()
      let old = keyset.primaryID
      do {
        let database = try PatientDatabase(path: path, keyset: keyset)
        for number in 1...110 as ClosedRange<UInt8> {
          try database.insert(
            Self.identifier(number), email: "user\(number)@example.com", diagnosis: "\(number)")
        }
      }
      try keyset.rotate()

      // Every attempt stops in the middle of a transaction; the next one opens the file again.
      for attempt in 1...4 {
        let database = try PatientDatabase(path: path, keyset: keyset)
        #expect(throws: Crash.self) { try database.resealAll { if $0 > 25 { throw Crash() } } }
        #expect(try database.fields(sealedWith: keyset.primaryID) == 2 * 25 * attempt)
        #expect(try database.fields(sealedWith: old) == 2 * (110 - 25 * attempt))
        #expect(try database.identifiers(email: "user3@example.com") == [Self.identifier(3)])
        #expect(try database.identifiers(email: "user109@example.com") == [Self.identifier(109)])
      }
      let database = try PatientDatabase(path: path, keyset: keyset)
      #expect(try database.resealAll() == 10)
      #expect(try database.fields(sealedWith: old) == 0)

      try keyset.destroy(old)
      let after = try PatientDatabase(path: path, keyset: keyset)
      for number in 1...110 as ClosedRange<UInt8> {
        #expect(try after.diagnosis(of: Self.identifier(number)) == "\(number)")
        #expect(try after.identifiers(email: "user\(number)@example.com") == [Self.identifier(number)])
      }
    }
  }
}
