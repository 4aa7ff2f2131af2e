import Foundation
import LocalAuthentication

func authenticate() -> LABiometryType {
  let context = LAContext()
  Task { _ = try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "reason") }  // expect: data race
  return context.biometryType
}
