import OmamoriCore
import OmamoriDevice

/// A person who answers what is written down, and never answers once that is used up.
final class ScriptedPrompt: AuthenticationPrompt {
  private struct State: Sendable {
    var replies: ArraySlice<AuthenticationReply>
    var questions: [AuthenticationQuestion] = []
    var notices: [AuthenticationNotice] = []
    var endedWaits = 0
  }

  private let state: Protected<State>

  init(_ replies: AuthenticationReply...) { state = Protected(State(replies: replies[...])) }

  var questions: [AuthenticationQuestion] { state.withLock { $0.questions } }
  var notices: [AuthenticationNotice] { state.withLock { $0.notices } }
  /// The questions that were taken back.
  var endedWaits: Int { state.withLock { $0.endedWaits } }

  func reply(to question: AuthenticationQuestion) async -> AuthenticationReply {
    let next = state.withLock { state in
      state.questions.append(question)
      return state.replies.popFirst()
    }
    if let next { return next }
    try? await Task.sleep(for: .seconds(30))
    state.withLock { $0.endedWaits += 1 }
    return .unavailable
  }

  func show(_ notice: AuthenticationNotice) async { state.withLock { $0.notices.append(notice) } }
}

extension AuthenticationReply {
  /// A typed text.
  static func typed(_ text: String) -> AuthenticationReply {
    .secret(SharedSecretBytes(SecretBytes(copying: Array(text.utf8))))
  }
}

extension AuthenticationRequest {
  /// A request for tests.
  static let unlocking = AuthenticationRequest(
    reason: LocalizedText("Unlock the notes", ja: "メモを開く"), policy: .biometricsOrPasscode)
  /// The same for biometrics alone.
  static let touching = AuthenticationRequest(
    reason: LocalizedText("Unlock the notes", ja: "メモを開く"), policy: .biometrics)
}
