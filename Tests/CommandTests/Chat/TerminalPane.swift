import Foundation
import Testing

/// Real terminals in which people type: a server of tmux for one test, with a window a program.
final class TerminalWall {
  /// Whether tmux and bash are installed.
  static let isAvailable = Program.find("tmux") != nil && Program.find("bash") != nil

  private let folder: Sandbox
  private let environment: [String: String]
  private let socket: String
  private var hasServer = false

  /// Prepares a server; the first window starts it.
  ///
  /// - Parameters:
  ///   - folder: Where programs work.
  ///   - environment: Variables besides the usual ones.
  init(in folder: Sandbox, environment: [String: String]) {
    (self.folder, self.environment) = (folder, environment)
    socket = folder.path("t")
  }

  deinit { if hasServer { _ = try? tmux("kill-server") } }

  /// Starts a program in a window of its own.
  ///
  /// - Parameters:
  ///   - name: The name of the window; an earlier one of that name is closed.
  ///   - words: The program and its words.
  /// - Returns: The window.
  /// - Throws: When tmux cannot open it.
  func open(_ name: String, _ words: [String]) throws -> TerminalPane {
    let command =
      "exec "
      + words.map { "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'" }.joined(separator: " ")
    if hasServer {
      _ = try? tmux("kill-session", "-t", "=" + name)
    }
    hasServer = true
    let ended = try tmux("new-session", "-d", "-s", name, "-x", "150", "-y", "60", command)
    guard ended.status == 0 else { throw Overdue(command: "tmux", errors: ended.errors) }
    _ = try tmux("set-option", "-t", name, "remain-on-exit", "on")
    return TerminalPane(self, name)
  }

  /// Runs a command of tmux.
  @discardableResult
  func tmux(_ words: String...) throws -> Ended {
    // The server stays: it must not keep open what tells that the command has ended, nor block the signals that the
    // tests may have started with blocked.
    let script = """
      for name in /proc/self/fd/*; do
        number=${name##*/}
        if [ "$number" -gt 2 ]; then eval "exec $number>&-"; fi
      done
      exec env --default-signal tmux -f /dev/null -S "$@"
      """
    let all = ["-c", script, "bash", socket] + words
    return try Program(Program.find("bash") ?? "/bin/bash", all, in: folder, environment: environment)
      .wait(seconds: 20)
  }
}

/// A window in which a program runs.
struct TerminalPane {
  private let wall: TerminalWall
  private let name: String

  init(_ wall: TerminalWall, _ name: String) { (self.wall, self.name) = (wall, name) }

  /// The process of the program.
  var process: pid_t {
    let text = try? wall.tmux("display-message", "-p", "-t", name, "#{pane_pid}").output
    return text.flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 0
  }

  /// The exit code of the program, once it has ended.
  var exitCode: Int32? {
    let text = try? wall.tmux("display-message", "-p", "-t", name, "#{pane_dead} #{pane_dead_status}").output
    let parts = (text ?? "").split(whereSeparator: \.isWhitespace)
    return parts.first == "1" ? parts.dropFirst().first.flatMap { Int32($0) } : nil
  }

  /// Everything that is to be seen, also what has moved off the top; long lines are whole.
  func screen() throws -> String { try wall.tmux("capture-pane", "-p", "-J", "-S", "-", "-t", name).output }

  /// Types a line.
  func type(_ line: String) throws {
    try wall.tmux("send-keys", "-t", name, "-l", line)
    try wall.tmux("send-keys", "-t", name, "Enter")
  }

  /// Presses a key, such as `C-c`.
  func press(_ key: String) throws { try wall.tmux("send-keys", "-t", name, key) }

  /// Kills the program as a power failure would.
  func kill() {
    let process = process
    if process > 1 { _ = Foundation.kill(process, SIGKILL) }
  }

  /// Waits until a text is to be seen; gives the screen.
  @discardableResult
  func wait(for text: String, seconds: Double = 20, sourceLocation: SourceLocation = #_sourceLocation) throws
    -> String
  {
    let limit = ContinuousClock.now + .seconds(seconds)
    var seen = try screen()
    while !seen.contains(text) {
      guard ContinuousClock.now < limit else {
        Issue.record("not seen: \(text)\n\(seen)", sourceLocation: sourceLocation)
        throw Overdue(command: name, errors: seen)
      }
      usleep(20_000)
      seen = try screen()
    }
    return seen
  }

  /// Waits until the program has ended.
  func waitForEnd(seconds: Double = 20) throws -> Int32? {
    let limit = ContinuousClock.now + .seconds(seconds)
    while exitCode == nil, ContinuousClock.now < limit { usleep(20_000) }
    return exitCode
  }
}
