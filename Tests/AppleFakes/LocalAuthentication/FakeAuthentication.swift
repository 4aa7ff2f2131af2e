package import Foundation
import Security

/// The device and the person behind ``LAContext``, as a test scripts them.
///
/// A test makes its own with `FakeAuthentication.$current.withValue(FakeAuthentication()) { … }`.
package final class FakeAuthentication: Sendable {
  /// The device that contexts of the current task are on.
  ///
  /// Outside of a test nobody can be asked, since a program on Linux can be linked with the fakes.
  @TaskLocal package static var current = FakeAuthentication(biometryType: .none, hasPasscode: false)

  /// The kind of biometry the device has.
  package let biometryType: LABiometryType

  /// Whether a passcode is set.
  package let hasPasscode: Bool

  /// Whether the service behind contexts can be reached, as it cannot from a daemon.
  package let isReachable: Bool

  /// Why biometry cannot be used, or `nil` when it can.
  package let biometryObstacle: LAError.Code?

  private let answers: Guarded<(next: [LAError.Code?], asked: Int)>
  private let enrolled: Guarded<Data?>
  private let isPatient: Guarded<Bool>
  private let shown = Guarded<[(cancel: String?, fallback: String?)]>([])
  private let asking: Guarded<[CheckedContinuation<Void, Never>]>

  /// Makes a device.
  ///
  /// - Parameters:
  ///   - biometryType: The kind of biometry it has.
  ///   - hasPasscode: Whether a passcode is set.
  ///   - isReachable: Whether the service behind contexts can be reached, as it cannot from a daemon.
  ///   - biometryObstacle: Why biometry cannot be used, such as `.biometryLockout`.
  ///   - answers: What the person does each time: `nil` succeeds, a code fails. After the last, all succeed.
  package init(
    biometryType: LABiometryType = .faceID,
    hasPasscode: Bool = true,
    isReachable: Bool = true,
    biometryObstacle: LAError.Code? = nil,
    answers: [LAError.Code?] = []
  ) {
    self.biometryType = biometryType
    self.hasPasscode = hasPasscode
    self.isReachable = isReachable
    self.biometryObstacle = biometryType == .none ? .biometryNotAvailable : biometryObstacle
    self.answers = Guarded((answers, 0))
    enrolled = Guarded(biometryType == .none ? nil : Data([1]))
    isPatient = Guarded(false)
    asking = Guarded([])
  }

  /// The state of the biometry: other fingers or another face give another one, none gives `nil`.
  package var biometryState: Data? {
    get { enrolled.withLock { $0 } }
    set { enrolled.withLock { $0 = newValue } }
  }

  /// Whether the person lets a dialogue stand, so that only invalidating the context ends it.
  package var letsDialogueStand: Bool {
    get { isPatient.withLock { $0 } }
    set { isPatient.withLock { $0 = newValue } }
  }

  /// Waits until a dialogue stands.
  package func dialogueStands() async {
    await withCheckedContinuation { continuation in
      let stands = asking.withLock { waiting in
        if promptCount == 0 { waiting.append(continuation) }
        return promptCount > 0
      }
      if stands { continuation.resume() }
    }
  }

  /// How often the person was asked.
  package var promptCount: Int { answers.withLock { $0.asked } }

  /// The titles of the buttons in each dialogue so far: `nil` is the system's own, an empty one is no button.
  package var buttons: [(cancel: String?, fallback: String?)] { shown.withLock { $0 } }

  /// Asks the person once.
  func ask(cancel: String?, fallback: String?) -> LAError.Code? {
    shown.withLock { $0.append((cancel, fallback)) }
    let answer = answers.withLock { answers in
      answers.asked += 1
      return answers.next.isEmpty ? nil : answers.next.removeFirst()
    }
    let waiting = asking.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for continuation in waiting { continuation.resume() }
    return answer
  }
}
