import SwiftUI
import os

struct Vitals: Identifiable {
  let id = UUID()
  var heartRate: Int
  var glucoseMgDl: Double
  var takenAt: Date
}

struct VitalsView: View {
  @State private var readings: [Vitals] = []
  let reports: VitalsReports
  private let logger = Logger(subsystem: "example.telehealth", category: "vitals")

  var body: some View {
    List(readings) { reading in
      LabeledContent("\(reading.heartRate) bpm", value: reading.takenAt, format: .dateTime)
    }
    .onAppear { logger.info("showing \(readings.count) readings") } // safe: log
    .refreshable {
      guard let last = readings.last else { return }
      logger.info("pulse \(last.heartRate), glucose \(last.glucoseMgDl)") // weak: log direct
      reports.shared(last)
    }
  }
}
