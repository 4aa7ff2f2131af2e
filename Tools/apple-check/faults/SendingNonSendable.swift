import Foundation
import LocalAuthentication

func authenticate() -> LABiometryType {
  let context = LAContext()
  Task {  // expect: data race
    _ = try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "reason")
  }
  return context.biometryType
}
