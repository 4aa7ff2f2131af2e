import Foundation
import OmamoriCore
import Testing

@testable import OmamoriAuditLog

/// Events as other programs read them.
@Suite("Formats of export")
struct ExportFormatTests {
  private func text(
    _ record: AuditRecord, _ format: ExportFormat, _ language: Language = .en
  ) throws -> String {
    let bytes = format.bytes(of: ExportFixtures.entry(record), from: ExportFixtures.source, in: language)
    return try #require(String(validating: bytes, as: UTF8.self))
  }

  @Test(
    "No text ends a line or reaches a terminal, and the same record gives the same bytes",
    arguments: ExportFormat.allCases)
  func lines(_ format: ExportFormat) throws {
    for record in ExportFixtures.records {
      let text = try text(record, format)
      for scalar in text.unicodeScalars {
        #expect(scalar.properties.generalCategory != .control, "\(record.name)")
        #expect(scalar != "\u{2028}" && scalar != "\u{2029}")
      }
      #expect(try self.text(record, format) == text)
    }
  }

  @Test("Of a private field there is the commitment and nothing else", arguments: ExportFormat.allCases)
  func privacy(_ format: ExportFormat) throws {
    let line = try text(ExportFixtures.record("own.event", fields: ExportFixtures.kinds), format)
    #expect(line.contains(String(repeating: "c0", count: 32)))
    for byte in [0x51, 0x52, 0x53, 0x54] as [UInt8] {
      let hexadecimal = Hexadecimal.text(of: [byte, byte, byte])
      #expect(!line.lowercased().contains(hexadecimal))
      #expect(!line.contains(Data([byte, byte, byte]).base64EncodedString()))
    }
  }

  @Test("JSON Lines say everything that the record has", arguments: ExportFixtures.hostile.indices)
  func jsonLines(_ index: Int) throws {
    let hostile = ExportFixtures.hostile[index]
    let record = ExportFixtures.record(
      fields: [.init("text", .value(.text(hostile))), .init("z", .value(.integer(9)))])
    let value = try StrictJSON.parse(text(record, .jsonLines))
    let object = try #require(value.objectValue)
    #expect(object["fields"]?.objectValue?["text"] == ["text": .string(hostile)])
    #expect(object["fields"]?.objectValue?["z"] == ["integer": 9])
    #expect(object["time"]?.stringValue?.hasSuffix("Z") == true)
    #expect(object["id"] == "000102030405060708090a0b0c0d0e0f-3-7")
  }

  @Test(
    "Times are those of the calendar",
    arguments: [
      (0, "1970-01-01T00:00:00.000000000Z"), (-1, "1969-12-31T23:59:59.999999999Z"),
      (951_782_400_000_000_000, "2000-02-29T00:00:00.000000000Z"),
      (1_709_251_199_000_000_001, "2024-02-29T23:59:59.000000001Z"),
      (Int64.max, "2262-04-11T23:47:16.854775807Z"), (Int64.min, "1677-09-21T00:12:43.145224192Z"),
    ] as [(Int64, String)])
  func times(_ nanoseconds: Int64, _ text: String) {
    #expect(ExportTime(nanoseconds: nanoseconds).text(digits: 9) == text)
  }

  @Test("CEF is read back as it was meant", arguments: ExportFixtures.hostile.indices)
  func cef(_ index: Int) throws {
    let hostile = ExportFixtures.hostile[index]
    let record = ExportFixtures.record(
      fields: [.init("a", .value(.text(hostile))), .init("b", .value("end"))])
    let read = try #require(CEFReading(text(record, .cef)))
    #expect(read.header.prefix(3) == ["CEF:0", "Omamori", "Audit Log"] && read.header[4] == "app.event")
    #expect(read.header[6] == "4")
    #expect(read.extension["OmamoriAuditLogB"] == "end")
    #expect(read.extension["OmamoriAuditLogA"] == CEFReading.visible(hostile))
    #expect(Set(read.extension.keys).isSuperset(of: ["rt", "externalId", "cat", "msg"]))
    #expect(read.extension["cs1"] == nil)
  }

  @Test("A message of RFC 5424 is read back as it was meant", arguments: ExportFixtures.hostile.indices)
  func syslog(_ index: Int) throws {
    let hostile = ExportFixtures.hostile[index]
    let record = ExportFixtures.record(
      fields: [.init("a", .value(.text(hostile))), .init("b", .value("end"))])
    let read = try #require(SyslogReading(text(record, .syslog, .ja)))
    #expect(read.header == ["<109>1", read.header[1], "host.example", "omamori-test", "42", "app.event"])
    #expect(read.header[1].hasSuffix(".123456Z"))
    #expect(read.data["fields@32473"]?["b"] == "end")
    #expect(read.data["fields@32473"]?["a"] == ExportText.visible(ExportText.cut(hostile, to: 2048)))
    #expect(read.data["event@32473"]?["name"] == "app.event" && read.data["meta"]?["sequenceId"] == "8")
    #expect(read.text.unicodeScalars.first == "\u{FEFF}")
    #expect(String(read.text.unicodeScalars.dropFirst()) == record.explanation[.ja])
  }

  @Test("Fields whose names become the same stay apart")
  func collisions() throws {
    let record = ExportFixtures.record(fields: ExportFixtures.collisions)
    let syslog = try #require(SyslogReading(text(record, .syslog)))
    #expect(syslog.data["fields@32473"]?.count == ExportFixtures.collisions.count)
    #expect(syslog.data["fields@32473"]?.keys.allSatisfy { $0.utf8.count <= 32 } == true)
    let cef = try #require(CEFReading(text(record, .cef)))
    #expect(cef.extension["OmamoriAuditLogHostName"] == "one")
    #expect(cef.extension["OmamoriAuditLogHostName_2"] == "two")
    #expect(cef.extension["OmamoriAuditLogHostName_dropped"] == "")
    #expect(cef.extension.keys.count { $0.hasPrefix("OmamoriAuditLog") } == ExportFixtures.collisions.count)
  }

  @Test(
    "Messages have the size that was asked for, and say what is missing", arguments: [2048, 8192, 65_536])
  func sizes(_ limit: Int) throws {
    for record in ExportFixtures.records {
      for format in [ExportFormat.syslog, .syslogCEF] {
        let bytes = format.bytes(
          of: ExportFixtures.entry(record), from: ExportFixtures.source, messageSize: limit)
        #expect(bytes.count <= limit)
      }
    }
    let large = try #require(ExportFixtures.records.last)
    let message = ExportFormat.syslog.bytes(
      of: ExportFixtures.entry(large), from: ExportFixtures.source, messageSize: limit)
    let read = try #require(SyslogReading(String(decoding: message, as: UTF8.self)))
    let kept = read.data["fields@32473"]?.count ?? 0
    #expect(Int(read.data["event@32473"]?["omitted"] ?? "") == 64 - kept)
  }

  @Test("Each known event has a class, and failures are failures")
  func meanings() {
    for event in KnownEvent.allCases where event.severity == .critical {
      let meaning = OCSFMeaning(ExportFixtures.record(event.rawValue, event.category, event.severity))
      #expect(meaning.type == .detectionFinding)
    }
    let expected: [(KnownEvent, OCSFClass, OCSFMeaning.Status)] = [
      (.signInSucceeded, .authentication, .success), (.signInFailed, .authentication, .failure),
      (.sessionStarted, .authorizeSession, .success), (.logOpened, .applicationLifecycle, .success),
      (.jailbreakDetected, .detectionFinding, .unknown), (.roleChanged, .accountChange, .success),
      (.certificateValidationFailed, .networkActivity, .failure), (.dataRead, .datastoreActivity, .success),
      (.eventsDropped, .applicationError, .failure), (.segmentsPruned, .eventLogActivity, .success),
    ]
    for (event, type, status) in expected {
      let meaning = OCSFMeaning(ExportFixtures.record(event.rawValue, event.category, event.severity))
      #expect(meaning.type == type && meaning.status == status)
    }
  }
}
