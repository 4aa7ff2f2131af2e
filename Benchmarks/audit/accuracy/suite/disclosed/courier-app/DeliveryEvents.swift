import AmplitudeSwift
import CoreLocation
import FirebaseAnalytics
import Mixpanel

final class DeliveryEvents {
  private let amplitude: Amplitude

  init(amplitude: Amplitude) {
    self.amplitude = amplitude
  }

  func moved(to coordinate: CLLocationCoordinate2D) {
    let point = ["lat": coordinate.latitude, "lon": coordinate.longitude]
    amplitude.track(eventType: "Courier Moved", eventProperties: point) // weak: analytics direct
  }

  func delivered(_ stop: Stop, minutes: Int) {
    Analytics.logEvent("stop_delivered", parameters: ["zone": stop.zone.rawValue, "minutes": minutes]) // safe: analytics
    var properties: Properties = ["Stop": stop.stopNo, "Minutes": minutes]
    Mixpanel.mainInstance().track(event: "Delivered", properties: properties) // safe: analytics
    properties["Contact"] = contact(of: stop)
    Mixpanel.mainInstance().track(event: "Receipt Sent", properties: properties) // weak: analytics helper
  }

  func missed(_ stop: Stop, reason: String) {
    let parameters: [String: Any] = [AnalyticsParameterItemName: stop.homeAddress, "reason": reason]
    Analytics.logEvent("stop_missed", parameters: parameters) // weak: analytics direct
  }

  func shiftStarted(vehicleKind: String, stops: [Stop]) {
    let identify = Identify()
    identify.set(property: "vehicle_kind", value: vehicleKind)
    identify.set(property: "stops", value: stops.count)
    amplitude.identify(identify: identify) // safe: analytics
  }

  private func contact(of stop: Stop) -> String {
    stop.customer + " " + stop.phone
  }
}
