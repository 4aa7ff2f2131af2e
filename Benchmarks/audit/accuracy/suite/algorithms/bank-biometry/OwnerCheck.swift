import Foundation
import LocalAuthentication

struct OwnerCheck {
  var reason = NSLocalizedString("owner.reason", comment: "")

  func confirm() async -> Bool {
    let context = LAContext()
    context.localizedFallbackTitle = ""
    return (try? await context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: reason)) ?? false
  }

  func biometryName() -> String {
    let context = LAContext()
    let available = context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil) // safe: biometric-unbound
    guard available else { return "Passcode" }
    return context.biometryType == .faceID ? "Face ID" : "Touch ID"
  }
}
