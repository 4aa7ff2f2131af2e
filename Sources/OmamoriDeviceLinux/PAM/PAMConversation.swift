import CPAM
import OmamoriCore
import OmamoriDevice

/// What a PAM service and the person say to each other, from the side of the thread that PAM runs on.
///
/// Asking has that thread wait, and no other. Safe to use from any thread.
final class PAMConversation: Sendable {
  /// The most messages of one request; a module that never stops asking is cut off.
  private static let greatestLength = 64

  /// What was seen until now.
  private struct State {
    /// How the request has to end, whatever PAM says.
    var ending: AuthenticationOutcome?
    var sawLockout = false
    var messages = 0
    var cancel: (@Sendable () -> Void)?
  }

  private let reason: LocalizedText
  private let prompt: any AuthenticationPrompt
  private let state = Protected(State())

  /// Begins a conversation.
  init(_ reason: LocalizedText, _ prompt: any AuthenticationPrompt) {
    (self.reason, self.prompt) = (reason, prompt)
  }

  /// How the request has to end, whatever PAM says.
  var ending: AuthenticationOutcome? { state.withLock { $0.ending } }
  /// Whether the service told that there were too many wrong tries.
  var sawLockout: Bool { state.withLock { $0.sawLockout } }

  /// Ends the conversation: what is being asked is taken back and nothing is asked any more.
  func cancel() {
    let cancel = state.withLock { state in
      state.ending = state.ending ?? .systemCancelled
      return state.cancel.take()
    }
    cancel?()
  }

  /// Asks the person; `nil` when the conversation is over.
  func reply(to text: String, isHidden: Bool) -> SharedSecretBytes? {
    let (reason, prompt) = (reason, prompt)
    let question = AuthenticationQuestion(
      reason: reason, text: PAMText.translated(text), answer: isHidden ? .secret : .text)
    let reply = waiting { await prompt.reply(to: question) }
    if case .secret(let secret) = reply { return secret }
    let ending = reply?.ending ?? .systemCancelled
    state.withLock { $0.ending = $0.ending ?? ending }
    return nil
  }

  /// Shows a text; `false` when the conversation is over.
  func show(_ text: String, isProblem: Bool) -> Bool {
    let prompt = prompt
    if PAMText.tellsOfLockout(text) { state.withLock { $0.sawLockout = true } }
    let notice = AuthenticationNotice(PAMText.translated(text), isProblem: isProblem)
    return waiting { await prompt.show(notice) } != nil
  }

  /// Runs a task and has this thread wait for it; `nil` when the conversation is over.
  private func waiting<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value? {
    let answer = PendingAnswer<Value?>()
    let isOver = state.withLock { state in
      state.messages += 1
      if state.messages > Self.greatestLength { state.ending = state.ending ?? .notAvailable }
      return state.ending != nil
    }
    guard !isOver else { return nil }
    let task = Task { _ = answer.give(await body()) }
    let isLate = state.withLock { state in
      guard state.ending == nil else { return true }
      state.cancel = {
        answer.give(nil)
        task.cancel()
      }
      return false
    }
    if isLate {
      answer.give(nil)
      task.cancel()
    }
    defer { state.withLock { $0.cancel = nil } }
    return answer.wait() ?? nil
  }
}

/// What PAM's modules say, made fit to be shown.
enum PAMText {
  private static let longest = 1_000
  /// How pam_faillock tells of a lockout; the words are the key under which Linux-PAM keeps its translations.
  private static let lockout = "The account is locked due to %u failed logins."

  /// The text without control characters, in Japanese too where it is one that everybody knows.
  static func translated(_ text: String) -> LocalizedText {
    let clean = String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(longest).map { isControl($0) ? " " : $0 }))
    if tellsOfLockout(text) {
      return LocalizedText(clean, ja: "認証の失敗が続いたため、アカウントがロックされています。")
    }
    switch clean.prefix(while: { $0 != ":" }).lowercased() {
    case "password": return LocalizedText(clean, ja: "パスワード:")
    case "login", "username": return LocalizedText(clean, ja: "ユーザー名:")
    default: return LocalizedText(clean, ja: clean)
    }
  }

  /// Whether pam_faillock says that there were too many wrong tries, in English or in the process's language.
  static func tellsOfLockout(_ text: String) -> Bool {
    [lockout, localized(lockout)].contains { pattern in
      let parts = pattern.components(separatedBy: "%u")
      guard let start = parts.first, let end = parts.last, parts.count == 2 else { return false }
      return text.hasBytePrefix(start) && text.hasByteSuffix(end)
    }
  }

  /// The text in the language that the process has chosen with `setlocale`.
  private static func localized(_ text: String) -> String {
    // because the closure uses the key while it is valid
    unsafe text.withCString { key in
      // because what comes back is the key itself or stays for ever, and both end with a NUL
      unsafe dgettext("Linux-PAM", key).map { unsafe String(cString: $0) } ?? text
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
