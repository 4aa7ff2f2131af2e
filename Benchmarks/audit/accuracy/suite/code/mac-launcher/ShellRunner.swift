import Foundation

final class ShellRunner {
  private let notes = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent("notes.txt")

  func run(_ command: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/zsh")
    process.arguments = ["-c", command] // weak: process file
    try? process.run()
  }

  func count(matching term: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/grep")
    process.arguments = ["-c", "-F", "--", term, notes.path] // safe: process
    try? process.run()
  }

  func runUserScript(named path: String) {
    guard let task = try? NSUserUnixTask(url: URL(fileURLWithPath: path)) else { return } // weak: process file
    task.execute(withArguments: nil) { _ in }
  }

  func announce(_ title: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.environment = ["TITLE": title]
    process.arguments = ["-c", "printf '%s\\n' \"$TITLE\" | /usr/bin/wc -c"] // safe: process
    try? process.run()
  }
}
