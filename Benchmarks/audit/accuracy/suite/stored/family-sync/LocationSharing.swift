import CoreLocation
import Defaults

extension Defaults.Keys {
  static let lastPlace = Key<[Double]>("lastPlace", default: [])
  static let inviteCode = Key<String?>("inviteCode")
  static let passcodeEnabled = Key<Bool>("passcodeEnabled", default: false)
  static let secretQuestion = Key<Int>("secretQuestion", default: 0)
}

final class LocationSharing: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()

  func start() {
    manager.delegate = self
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let here = locations.last?.coordinate else { return }
    Defaults[.lastPlace] = [here.latitude, here.longitude] // weak: store-preferences direct
  }

  func lock(enabled: Bool, questionIndex: Int) {
    Defaults[.passcodeEnabled] = enabled // safe: store-preferences
    Defaults[.secretQuestion] = questionIndex // safe: store-preferences
  }

  func signedIn(with sessionToken: String) {
    Defaults[.inviteCode] = sessionToken // weak: store-preferences direct
  }

  func signedOut() {
    Defaults[.inviteCode] = nil // safe: store-preferences
    Defaults.reset(.lastPlace)
  }
}
