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

  deinit { if hasServer { _ = try? tmux(["kill-server"]) } }

  /// Starts a program in a window of its own.
  ///
  /// - Parameters:
  ///   - name: The name of the window; an earlier one of that name is closed.
  ///   - words: The program and its words.
  /// - Returns: The window.
  /// - Throws: When tmux cannot open it.
  func open(_ name: String, _ words: [String]) throws -> TerminalPane {
    if hasServer { _ = try? tmux(["kill-session", "-t", "=" + name]) }
    hasServer = true
    let code = folder.path(name + ".code")
    // because there may be none of an earlier window
    try? FileManager.default.removeItem(atPath: code)
    // The shell notes how the program ended, which tmux misses now and then; control-C is for the program.
    let script = "trap : INT; \"${@:2}\"; echo $? > \"$1\""
    let session = ["new-session", "-d", "-s", name, "-x", "150", "-y", "60"]
    let ended = try tmux(session + [Program.find("bash") ?? "/bin/bash", "-c", script, "bash", code] + words)
    guard ended.status == 0 else { throw Overdue(command: "tmux", errors: ended.errors) }
    try tmux(["set-option", "-t", name, "remain-on-exit", "on"])
    return TerminalPane(self, name, code)
  }

  /// Runs a command of tmux.
  @discardableResult
  func tmux(_ words: [String]) throws -> Ended {
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
  private let code: String

  init(_ wall: TerminalWall, _ name: String, _ code: String) {
    (self.wall, self.name, self.code) = (wall, name, code)
  }

  /// The process of the program, the only child of the shell that started it.
  private var process: pid_t {
    let text = try? wall.tmux(["display-message", "-p", "-t", name, "#{pane_pid}"]).output
    let shell = (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    // because a shell that has ended has no children
    let children = try? String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
    return (children ?? "").split(separator: " ").first.flatMap { pid_t($0) } ?? 0
  }

  /// The exit code of the program, once it has ended.
  var exitCode: Int32? {
    // because a program that still runs has none
    guard let text = try? String(contentsOfFile: code, encoding: .utf8) else { return nil }
    return Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Everything that is to be seen, also what has moved off the top; long lines are whole.
  func screen() throws -> String {
    try wall.tmux(["capture-pane", "-p", "-J", "-S", "-", "-t", name]).output
  }

  /// Types a line.
  func type(_ line: String) throws {
    try wall.tmux(["send-keys", "-t", name, "-l", line])
    try wall.tmux(["send-keys", "-t", name, "Enter"])
  }

  /// Presses a key, such as `C-c`.
  func press(_ key: String) throws { try wall.tmux(["send-keys", "-t", name, key]) }

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
