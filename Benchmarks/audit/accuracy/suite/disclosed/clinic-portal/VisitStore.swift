import Foundation
import os

final class VisitStore {
  private let logger = Logger(subsystem: "example.clinic.portal", category: "visits")
  private var records: [UUID: PatientRecord] = [:]

  func admit(_ record: PatientRecord) {
    records[record.recordId] = record
    logger.notice("Admitted \(record.patientName, privacy: .public): \(record.diagnosis, privacy: .public)") // weak: log direct
    logger.notice("Ward \(record.ward.rawValue, privacy: .public) now has \(self.records.count) charts") // safe: log
    logger.info("Opening chart of \(record.patientName), diagnosis \(record.diagnosis)") // safe: log
  }

  func update(_ id: UUID, diagnosis: String) {
    guard var record = records[id] else {
      print("no chart for id", id)
      return
    }
    let changed = record.diagnosis != diagnosis
    record.diagnosis = diagnosis
    records[id] = record
    print("diagnosis changed:", changed, record.chartTag) // safe: log
    print("updated", record) // weak: log file
  }

  func discharge(_ id: UUID) {
    guard let record = records.removeValue(forKey: id) else { return }
    let line = dischargeLine(for: record)
    logger.log("Discharged \(line, privacy: .public)") // weak: log helper
    logger.log("Discharge sheet \(line, privacy: .private(mask: .hash))") // safe: log
  }

  func restore(from file: URL) {
    do {
      let loaded = try JSONDecoder().decode([PatientRecord].self, from: Data(contentsOf: file))
      loaded.forEach { records[$0.recordId] = $0 }
      debugPrint(loaded.map { ($0.mrn, $0.dob) }) // weak: log direct
    } catch {
      logger.error("Restore failed: \(error.localizedDescription, privacy: .public)")
    }
  }

  private func dischargeLine(for record: PatientRecord) -> String {
    let born = record.dob.formatted(date: .numeric, time: .omitted)
    return [record.patientName, born, record.mrn].joined(separator: ", ")
  }
}
