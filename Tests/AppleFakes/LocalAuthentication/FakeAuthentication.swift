import Synchronization

/// The device and the person behind ``LAContext``, as a test scripts them.
///
/// A test makes its own with `FakeAuthentication.$current.withValue(FakeAuthentication()) { … }`.
package final class FakeAuthentication: Sendable {
  /// The device that contexts of the current task are on.
  @TaskLocal package static var current = FakeAuthentication()

  /// The kind of biometry the device has.
  package let biometryType: LABiometryType

  /// Whether a passcode is set.
  package let hasPasscode: Bool

  /// Why biometry cannot be used, or `nil` when it can.
  package let biometryObstacle: LAError.Code?

  private let answers: Mutex<(next: [LAError.Code?], asked: Int)>

  /// Makes a device.
  ///
  /// - Parameters:
  ///   - biometryType: The kind of biometry it has.
  ///   - hasPasscode: Whether a passcode is set.
  ///   - biometryObstacle: Why biometry cannot be used, such as `.biometryLockout`.
  ///   - answers: What the person does each time: `nil` succeeds, a code fails. After the last, all succeed.
  package init(
    biometryType: LABiometryType = .faceID,
    hasPasscode: Bool = true,
    biometryObstacle: LAError.Code? = nil,
    answers: [LAError.Code?] = []
  ) {
    self.biometryType = biometryType
    self.hasPasscode = hasPasscode
    self.biometryObstacle = biometryType == .none ? .biometryNotAvailable : biometryObstacle
    self.answers = Mutex((answers, 0))
  }

  /// How often the person was asked.
  package var promptCount: Int { answers.withLock { $0.asked } }

  /// Asks the person once.
  func ask() -> LAError.Code? {
    answers.withLock { answers in
      answers.asked += 1
      return answers.next.isEmpty ? nil : answers.next.removeFirst()
    }
  }
}
