import CoreLocation
import os

final class CourierTracker: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private let log = OSLog(subsystem: "example.courier", category: "gps")
  private let events: DeliveryEvents
  private var fixes = 0

  init(events: DeliveryEvents) {
    self.events = events
    super.init()
    manager.delegate = self
    manager.desiredAccuracy = kCLLocationAccuracyBest
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    fixes += locations.count
    guard let last = locations.last else { return }
    os_log("fix %f,%f", log: log, type: .info, last.coordinate.latitude, last.coordinate.longitude) // weak: log direct
    os_log("fixes: %d, accuracy %.0f m", log: log, type: .info, fixes, last.horizontalAccuracy) // safe: log
    events.moved(to: last.coordinate)
  }

  func arrived(at stop: Stop) {
    os_log("arrived at %{private}@", log: log, type: .default, stop.homeAddress) // safe: log
    NSLog("arrived: %@", stop.label) // weak: log file
  }
}
