import Foundation
import os

protocol AppLogger {
  func record(_ text: String, _ details: [String: String])
}

extension AppLogger {
  func record(_ text: String) { record(text, [:]) }
}

struct SystemLogger: AppLogger {
  private let logger = Logger(subsystem: "example.telehealth", category: "app")

  func record(_ text: String, _ details: [String: String]) {
    let suffix = details.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    logger.notice("\(text, privacy: .public) \(suffix, privacy: .public)")
  }
}

struct AuditTrail {
  private let logger = Logger(subsystem: "example.telehealth", category: "audit")

  func note(_ subject: String) {
    logger.notice("accessed \(subject, privacy: .private)") // safe: log
  }
}
