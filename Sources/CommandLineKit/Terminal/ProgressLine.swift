import OmamoriSystem

/// One line at the bottom of the terminal that says how far a long task has come.
///
/// It appears only on a terminal and only when the task takes longer than a second, changes at most ten times
/// a second, and is erased at the end. It may be used from any thread.
public final class ProgressLine: Sendable {
  private struct State {
    var lastDrawn: Duration?
    var isShown = false
    var isFinished = false
  }

  private let terminal: Terminal
  private let isEnabled: Bool
  private let elapsed: @Sendable () -> Duration
  private let state = StateMutex(State())

  /// Begins a line; nothing is written yet.
  ///
  /// - Parameters:
  ///   - terminal: Where to draw, as a rule standard error.
  ///   - isEnabled: False when the user said `--quiet`.
  public convenience init(on terminal: Terminal, isEnabled: Bool = true) {
    let start = ContinuousClock.now
    self.init(on: terminal, isEnabled: isEnabled) { ContinuousClock.now - start }
  }

  init(on terminal: Terminal, isEnabled: Bool, elapsed: @escaping @Sendable () -> Duration) {
    (self.terminal, self.elapsed) = (terminal, elapsed)
    self.isEnabled = isEnabled && terminal.isTerminal
  }

  /// Shows `text`, cut to the width of the terminal, unless it is too early; `text` is then not even made.
  public func update(_ text: @autoclosure () -> String) {
    guard isEnabled else { return }
    state.withLock { state in
      let now = elapsed()
      guard !state.isFinished, now >= .seconds(1) else { return }
      if let last = state.lastDrawn, now - last < .milliseconds(100) { return }
      (state.lastDrawn, state.isShown) = (now, true)
      draw("\r" + Self.fit(text(), width: terminal.width - 1) + "\u{1B}[K")
    }
  }

  /// Erases the line so that something else can be written; a later update draws it again.
  public func clear() {
    state.withLock { erase(&$0) }
  }

  /// Erases the line for good.
  public func finish() {
    state.withLock { state in
      erase(&state)
      state.isFinished = true
    }
  }

  /// Shows a text while something is waited for that says nothing of how far it has come.
  ///
  /// - Parameters:
  ///   - text: What is shown when it takes longer than a second.
  ///   - work: What is waited for.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws.
  public func showing<Value: Sendable>(_ text: String, _ work: () async throws -> Value) async rethrows
    -> Value
  {
    let ticker = Task {
      while !Task.isCancelled {
        update(text)
        try? await Task.sleep(for: .milliseconds(250))
      }
    }
    defer {
      ticker.cancel()
      clear()
    }
    return try await work()
  }

  private func erase(_ state: inout State) {
    if state.isShown { draw("\r\u{1B}[K") }
    (state.isShown, state.lastDrawn) = (false, nil)
  }

  private func draw(_ text: String) {
    // because a progress line that cannot be shown must not stop the work it tells of
    try? terminal.write(text)
  }

  /// The beginning of `text` that fits into `width` columns, without control characters.
  static func fit(_ text: String, width: Int) -> String {
    var used = 0
    var result = ""
    for character in text
    where character.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) {
      used += DisplayWidth.of(character)
      if used > width { break }
      result.append(character)
    }
    return result
  }
}
