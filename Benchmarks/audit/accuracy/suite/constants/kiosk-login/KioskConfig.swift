import Foundation

enum KioskConfig {
  static let baseURL = URL(string: "https://kiosk.fernbank.example/api")!
  static let networkName = "Fernbank-Guests"
  static let staffCode = "7715"
  static let identityName = "kiosk-identity"
  static let passwordRecoveryPath = "/password/reset" // safe: constant-password
  static let minimumPasswordLength = 12

  static var serviceAccount: (user: String, password: String) {
    let number = 40 + 2
    return ("kiosk-\(number)", "Fern#bank\(number)")
  }
}

enum KioskError: Error {
  case identity(OSStatus)
  case locked
}

struct KioskProfile: Codable {
  var location = ""
  var floor = 0
  var wantsWiFi = true

  var title: String {
    location.isEmpty ? "Kiosk" : "\(location), floor \(floor)"
  }
}
