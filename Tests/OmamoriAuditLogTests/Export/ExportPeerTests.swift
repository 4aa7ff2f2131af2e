import Foundation
import OmamoriCore
import Testing

@testable import OmamoriAuditLog

/// Exported events before those who made the formats, or know them best.
@Suite("Peers of export", .serialized, .enabled(if: ExportJudge.isThere))
struct ExportPeerTests {
  @Test("Nobody finds a fault with any event in any language")
  func judged() throws {
    let formats: [ExportFormat] = [.jsonLines, .ocsf, .openTelemetry, .syslog, .syslogCEF]
    var exports = ""
    for format in formats {
      for (index, record) in ExportFixtures.records.enumerated() {
        let entry = ExportFixtures.entry(record, sequence: index == 0 ? .max : UInt64(index))
        let line = format.bytes(
          of: entry, from: ExportFixtures.source, in: index.isMultiple(of: 2) ? .ja : .en)
        let export: JSONValue = [
          "format": .string(format.rawValue), "line": .string(String(decoding: line, as: UTF8.self)),
        ]
        exports += export.text() + "\n"
      }
    }
    let judgement = try ExportJudge.judge(exports)
    #expect(judgement.faults == [])
    for format in formats { #expect(judgement.counts[format.rawValue] == ExportFixtures.records.count) }
    if ExportJudge.hasRsyslogd {
      #expect(judgement.counts["rsyslogd"] == 2 * ExportFixtures.records.count)
    }
  }

  @Test("A fault is found where there is one")
  func sensitive() throws {
    let entry = ExportFixtures.entry(ExportFixtures.record())
    for format in [ExportFormat.jsonLines, .ocsf, .openTelemetry] {
      let text = String(decoding: format.bytes(of: entry, from: ExportFixtures.source), as: UTF8.self)
      let wrong = text.replacing("\"severity", with: "\"severidad")
      let export: JSONValue = ["format": .string(format.rawValue), "line": .string(wrong)]
      #expect(wrong != text)
      #expect(try ExportJudge.judge(export.text() + "\n").faults.isEmpty == false)
    }
  }
}
