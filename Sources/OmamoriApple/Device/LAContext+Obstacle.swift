import Foundation
import LocalAuthentication

extension LAContext {
  /// Why a policy cannot be evaluated now, as the code of an `LAError`; `nil` when it can.
  ///
  /// The kind of biometry is known to the context afterwards, also when the sensor is locked out. Not to be called in the
  /// reply to a question.
  func obstacle(to policy: LAPolicy) -> Int? {
    var problem: NSError?
    // because the error is a variable of this function
    guard unsafe !canEvaluatePolicy(policy, error: &problem) else { return nil }
    // notAvailable stands for a refusal without a reason
    return problem?.code ?? -6
  }
}
