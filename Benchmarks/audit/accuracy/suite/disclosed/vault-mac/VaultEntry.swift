import Foundation

struct VaultEntry: Identifiable, Codable {
  let id: UUID
  var title: String
  var login: String
  var pwd: String
  var recoveryKey: String?
  var notes: String

  var strength: Int { min(4, pwd.count / 4) }

  func dumpText() -> String {
    "\(title)\t\(login)\t\(pwd)"
  }
}

struct PasswordPolicy: CustomStringConvertible {
  var minLength = 14
  var symbols = true

  var description: String { "min \(minLength), symbols \(symbols)" }
}
