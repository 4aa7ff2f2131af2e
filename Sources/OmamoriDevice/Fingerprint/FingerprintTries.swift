#if !canImport(Darwin)
import OmamoriCore

/// What to do about each thing that fprintd tells of a verification.
///
/// Source: <https://fprint.freedesktop.org/fprintd-dev/Device.html>.
struct FingerprintTries: Sendable {
  /// What follows.
  enum Step: Sendable, Hashable {
    /// The verification goes on; the person may be told.
    case wait(FingerprintProgress?)
    /// This verification is over and another one begins.
    case restart(FingerprintProgress)
    /// The request is over.
    case end(AuthenticationOutcome)
  }

  /// How many wrong fingers are allowed from now on.
  private var left: Int
  /// How many scans may still turn out unusable, so that a faulty reader cannot go on for ever.
  private var scans = 100

  /// Begins with a number of tries, at least one.
  init(_ tries: Int) { left = max(tries, 1) }

  /// What follows a `VerifyStatus`.
  mutating func handle(_ result: String, isDone: Bool) -> Step {
    switch result {
    case "verify-match": return .end(.success)
    case "verify-no-match":
      left -= 1
      return left > 0 ? .restart(.noMatch) : .end(.failed)
    case "verify-retry-scan": return retry(.again, isDone)
    case "verify-swipe-too-short": return retry(.tooShort, isDone)
    case "verify-finger-not-centered": return retry(.notCentered, isDone)
    case "verify-remove-and-retry": return retry(.liftFirst, isDone)
    // verify-disconnected, verify-unknown-error, and whatever a later version says.
    default: return isDone ? .end(.notAvailable) : .wait(nil)
    }
  }

  private mutating func retry(_ progress: FingerprintProgress, _ isDone: Bool) -> Step {
    scans -= 1
    guard scans > 0 else { return .end(.notAvailable) }
    return isDone ? .restart(progress) : .wait(progress)
  }
}
#endif
