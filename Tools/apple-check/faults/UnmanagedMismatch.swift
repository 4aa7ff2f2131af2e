import Foundation
import Security

func isTrusted(_ trust: SecTrust) -> Bool {
  var error: Unmanaged<CFError>?
  return unsafe SecTrustEvaluateWithError(trust, &error)  // expect: cannot convert value of type
}
