@_spi(Testing) import OmamoriCore

@testable import OmamoriAuth

/// A server whose answers a test chooses, and which can be made to wait.
final class ScriptedGrant: TokenGrant {
  struct State {
    var answers: [Result<TokenAnswer, AuthError>] = []
    var revocations: [AuthError] = []
    var sent: [String] = []
    var revoked: [String] = []
    var isHeld = false
    var held: [CheckedContinuation<Void, Never>] = []
    var arrived: [(Int, CheckedContinuation<Void, Never>)] = []
  }

  let canRevoke: Bool
  let clock: ManualClock
  let state = Protected(State())

  init(_ clock: ManualClock, canRevoke: Bool = true) { (self.clock, self.canRevoke) = (clock, canRevoke) }

  /// The answer that follows when no other was chosen: tokens of the next number.
  static func tokens(
    _ number: Int, _ clock: ManualClock, lifetime: Duration? = .seconds(3600), refresh: Bool = true
  ) -> TokenAnswer {
    TokenAnswer(
      accessToken: SecretText(copying: "at-\(number)"), lifetime: lifetime,
      refreshToken: refresh ? SecretText(copying: "rt-\(number)") : nil, sentAt: clock.date)
  }

  func answer(with results: Result<TokenAnswer, AuthError>...) { state.withLock { $0.answers += results } }
  func fail(_ error: AuthError, times: Int = 1) {
    state.withLock { $0.answers += Array(repeating: .failure(error), count: times) }
  }

  var sent: [String] { state.withLock { $0.sent } }
  var revoked: [String] { state.withLock { $0.revoked } }

  /// Keeps answers back until ``letGo()``.
  func hold() { state.withLock { $0.isHeld = true } }

  func letGo() {
    let held = state.withLock { state in
      defer { (state.isHeld, state.held) = (false, []) }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  /// Waits until this many requests have come.
  func untilSent(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sent.count < count { state.arrived.append((count, continuation)) }
        return state.sent.count >= count
      }
      if isThere { continuation.resume() }
    }
  }

  func refresh(_ refreshToken: SecretText) async throws(AuthError) -> TokenAnswer {
    let (number, ready) = state.withLock { state in
      state.sent.append(refreshToken.reveal())
      let count = state.sent.count
      let ready = state.arrived.filter { $0.0 <= count }.map(\.1)
      state.arrived.removeAll { $0.0 <= count }
      return (count, ready)
    }
    for continuation in ready { continuation.resume() }
    await withCheckedContinuation { continuation in
      let isHeld = state.withLock { state in
        if state.isHeld { state.held.append(continuation) }
        return state.isHeld
      }
      if !isHeld { continuation.resume() }
    }
    let chosen = state.withLock { $0.answers.isEmpty ? nil : $0.answers.removeFirst() }
    return try (chosen ?? .success(Self.tokens(number + 1, clock))).get()
  }

  func revoke(_ token: SecretText, kind: TokenHint) async throws(AuthError) {
    let error = state.withLock { state -> AuthError? in
      if !state.revocations.isEmpty { return state.revocations.removeFirst() }
      state.revoked.append(token.reveal())
      return nil
    }
    if let error { throw error }
  }
}
