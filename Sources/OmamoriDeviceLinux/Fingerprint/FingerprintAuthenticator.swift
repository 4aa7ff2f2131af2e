public import OmamoriCore
import OmamoriCrypto
import OmamoriDBus
public import OmamoriDevice

/// Asks the person for a finger through fprintd.
///
/// It is a gate, and not key-bound: fprintd answers yes or no, and whoever changes this process passes. Answers count
/// only from the one connection on the system bus that belonged to root when the request began, so that signals which
/// other programs forge are not heard. Requests of one authenticator follow one another; a cancelled one returns at
/// once and gives the reader back behind the scenes. fprintd knows no lockout. Safe to use from any thread.
///
/// Source: <https://fprint.freedesktop.org/fprintd-dev/>.
public final class FingerprintAuthenticator: Authenticator {
  /// A gate: the program's own code has to respect the answer.
  public var kind: AuthenticatorKind { .gate }

  private let user: String
  private let busAddress: String?
  private let owners: Set<UInt32>
  private let tries: Int
  private let timeout: Duration
  private let prompt: (any AuthenticationPrompt)?
  private let progress: @Sendable (FingerprintProgress) -> Void
  /// The request that was begun last, with the time it takes to give the reader back.
  private let last = Protected<Task<Void, Never>?>(nil)

  /// Names a person; nobody is asked for anything yet.
  ///
  /// - Parameters:
  ///   - user: Whose fingers count; `nil` for the user of this process. Others need a right that polkit gives.
  ///   - busAddress: The address of the bus, from trusted configuration; `nil` for the system's.
  ///   - tries: How many wrong fingers end a request, 1 to 5.
  ///   - timeout: How long a request may take; then it is
  ///     `AuthenticationOutcome.systemCancelled`.
  ///   - prompt: Shows that a finger is wanted and lets the person cancel or choose another way; `nil` for a caller
  ///     that does so itself, by cancelling the task.
  ///   - progress: Told what the person should know meanwhile.
  public convenience init(
    user: String? = nil, busAddress: String? = nil, tries: Int = 3, timeout: Duration = .seconds(60),
    prompt: (any AuthenticationPrompt)? = nil,
    progress: @escaping @Sendable (FingerprintProgress) -> Void = { _ in }
  ) {
    self.init(
      user: user, busAddress: busAddress, owners: [0], tries: tries, timeout: timeout, prompt: prompt,
      progress: progress)
  }

  init(
    user: String? = nil, busAddress: String?, owners: Set<UInt32>, tries: Int = 3,
    timeout: Duration = .seconds(60), prompt: (any AuthenticationPrompt)? = nil,
    progress: @escaping @Sendable (FingerprintProgress) -> Void = { _ in }
  ) {
    // fprintd takes an empty name for the caller's.
    (self.user, self.busAddress, self.owners) = (user ?? "", busAddress, owners)
    (self.tries, self.timeout) = (min(max(tries, 1), 5), timeout)
    (self.prompt, self.progress) = (prompt, progress)
  }

  /// Asks the person for a finger.
  ///
  /// - Parameter request: Both policies are the same here: a finger and nothing else.
  /// - Returns: The outcome.
  public func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome {
    var ways: [@Sendable () async -> AuthenticationOutcome?] = [{ await self.verification() }]
    if let prompt {
      let question = AuthenticationQuestion(
        reason: request.reason, text: FingerprintProgress.touch.text, answer: .action)
      ways.append({ await prompt.reply(to: question).ending })
    }
    return await Contest.first(within: timeout, otherwise: .systemCancelled, of: ways)
  }

  /// A digest of the names of the enrolled fingers, such as `right-index-finger`.
  ///
  /// It is weak: fprintd does not say which prints it has, so that a finger enrolled anew under the same name is not
  /// noticed. On Linux no better state exists.
  ///
  /// - Returns: 32 bytes; `nil` when nothing is enrolled or fprintd is out of reach.
  public func enrolmentState() async -> Data? {
    guard let reader = try? await reader(), let fingers = try? await reader.enrolledFingers(),
      !fingers.isEmpty
    else { return nil }
    let text = (["omamori fingerprint enrolment 1"] + fingers.sorted()).joined(separator: "\0")
    return Data(SHA256.hash(data: Data(text.utf8)))
  }

  private func reader() async throws(BusError) -> FingerprintReader {
    try await FingerprintReader(user: user, on: busAddress, ownedBy: owners)
  }

  /// Runs a verification after the one before has given the reader back.
  private func verification() async -> AuthenticationOutcome? {
    let answer = PendingAnswer<AuthenticationOutcome>()
    let task = last.withLock { last in
      let before = last
      let task = Task {
        await before?.value
        await self.verify { answer.give($0) }
      }
      last = task
      return task
    }
    return await withTaskCancellationHandler {
      await answer.value
    } onCancel: {
      task.cancel()
      answer.give(.systemCancelled)
    }
  }

  private func verify(_ give: @Sendable (AuthenticationOutcome) -> Void) async {
    do throws(BusError) {
      guard !Task.isCancelled else { return give(.systemCancelled) }
      let reader = try await reader()
      guard try await !reader.enrolledFingers().isEmpty else { return give(.notEnrolled) }
      // Also when the claim was cancelled it may have been made.
      var outcome = AuthenticationOutcome.notAvailable
      do throws(BusError) {
        try await reader.claim()
        outcome = try await reader.verify(tries: tries, progress)
      } catch {
        outcome = AuthenticationOutcome(error)
      }
      // In a task of its own, since this one may be cancelled.
      await Task { await reader.release() }.value
      give(outcome)
    } catch {
      give(AuthenticationOutcome(error))
    }
  }
}

/// What a person at a fingerprint reader should know while the request goes on.
public enum FingerprintProgress: Sendable, Hashable, CaseIterable {
  /// The reader waits for a finger to be put on it.
  case touch
  /// The reader waits for a finger to be drawn across it.
  case swipe
  /// The scan was not good enough.
  case again
  /// The finger was drawn too fast.
  case tooShort
  /// The finger was not in the middle.
  case notCentered
  /// The finger has to be lifted first.
  case liftFirst
  /// The finger is not enrolled; there is another try.
  case noMatch

  /// What to show.
  public var text: LocalizedText {
    switch self {
    case .touch: LocalizedText("Put your finger on the reader.", ja: "指紋センサーに指を置いてください。")
    case .swipe: LocalizedText("Draw your finger across the reader.", ja: "指紋センサーに指を滑らせてください。")
    case .again: LocalizedText("Please scan again.", ja: "もう一度読み取ってください。")
    case .tooShort: LocalizedText("Too short. Please try again.", ja: "短すぎます。もう一度お試しください。")
    case .notCentered: LocalizedText("Put your finger in the middle.", ja: "指をセンサーの中央に置いてください。")
    case .liftFirst: LocalizedText("Lift your finger, then try again.", ja: "指を離してから、もう一度お試しください。")
    case .noMatch: LocalizedText("Not recognised. Please try again.", ja: "認識できません。もう一度お試しください。")
    }
  }
}

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
