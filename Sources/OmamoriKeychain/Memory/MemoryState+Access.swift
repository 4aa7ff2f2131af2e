import OmamoriCore

// Access controls in memory are gates: there is no key that could be withheld.

extension MemoryState {
  /// Throws unless an item with this access control can be made here.
  func checkPossible(_ control: AccessControl, _ proof: MemoryProof) throws(KeychainError) {
    let constraints = control.constraints
    if constraints.contains(.applicationPassword), proof.password == nil { throw .denied }
    let possible = [
      (.userPresence, enrolment > 0 || passcode != nil), (.biometryAny, enrolment > 0),
      (.biometryCurrentSet, enrolment > 0), (AccessControl.Constraints.devicePasscode, passcode != nil),
    ].filter { constraints.contains($0.0) }.map(\.1)
    guard !possible.isEmpty else { return }
    let isPossible = constraints.contains(.or) ? possible.contains(true) : !possible.contains(false)
    guard isPossible else { throw .unsupported(.accessControl) }
  }

  /// Throws unless what was proved admits to an item's secret.
  func checkAdmitted(to item: MemoryItem, _ proof: MemoryProof) throws(KeychainError) {
    guard let constraints = item.item.accessControl?.constraints else { return }
    if constraints.contains(.applicationPassword) {
      guard let password = proof.password else { throw .denied }
      guard password == item.password else { throw .wrongCredential }
    }
    let conditions = constraints.intersection(.conditions)
    guard !conditions.isEmpty else { return }
    if let passphrase = proof.passphrase, !conditions.isDisjoint(with: [.userPresence, .devicePasscode]),
      passphrase != passcode
    {
      throw .wrongCredential
    }
    let hasPasscode = proof.passphrase != nil && proof.passphrase == passcode
    let hasBiometry = proof.admitted == .biometrics
    let isSameEnrolment = item.enrolment == enrolment
    let answers = [
      (.userPresence, hasPasscode || proof.admitted != nil), (.biometryAny, hasBiometry),
      (.biometryCurrentSet, hasBiometry && isSameEnrolment),
      (AccessControl.Constraints.devicePasscode, hasPasscode),
    ].filter { conditions.contains($0.0) }.map(\.1)
    let isAdmitted = constraints.contains(.or) ? answers.contains(true) : !answers.contains(false)
    guard !isAdmitted else { return }
    if conditions.contains(.biometryCurrentSet), !isSameEnrolment { throw .invalidated }
    throw .denied
  }
}
