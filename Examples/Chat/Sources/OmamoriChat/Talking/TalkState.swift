import OmamoriCore

/// What is remembered while two people talk.
struct TalkState {
  /// Whether the relay cannot be reached.
  var isOffline = false
  /// Why messages to the peer wait, as it was said.
  var fault: LocalizedText?
  /// Up to which line the messages of others were announced.
  var others: [String: Int] = [:]
  /// Up to which line what came in groups was announced.
  var groups: [String: Int] = [:]
  /// Whether something may wait to be sent, as it does after an interruption.
  private(set) var isWaiting = true
  private var pause = 1
  private var left = 1

  /// Takes note of an attempt to send.
  mutating func note(isWaiting: Bool, sent: Int) {
    self.isWaiting = isWaiting
    if !isWaiting || sent > 0 { pause = 1 }
    left = pause
  }

  /// Counts a second; says whether it is time to try again, with longer and longer pauses.
  mutating func isDue() -> Bool {
    guard isWaiting else { return false }
    left -= 1
    guard left <= 0 else { return false }
    pause = min(pause * 2, 30)
    return true
  }
}
