import Foundation
import Sentry

enum CrashContext {
  static func begin(_ taxpayer: Taxpayer) {
    let user = User(userId: taxpayer.filingId.uuidString)
    user.data = ["employers": taxpayer.employerCount, "year": taxpayer.year]
    SentrySDK.setUser(user) // safe: analytics
  }

  static func escalate(_ taxpayer: Taxpayer) {
    let user = User(userId: taxpayer.filingId.uuidString)
    user.data = ["passport": taxpayer.passportNo ?? "none"]
    SentrySDK.setUser(user) // weak: analytics direct
  }

  static func attach(_ taxpayer: Taxpayer) {
    SentrySDK.configureScope { scope in
      scope.setExtra(value: subject(of: taxpayer), key: "subject") // weak: analytics helper
      scope.setExtra(value: taxpayer.hasPassport, key: "passport_on_file") // safe: analytics
    }
  }

  private static func subject(of taxpayer: Taxpayer) -> String {
    taxpayer.ssn + "/" + taxpayer.myNumber
  }
}
