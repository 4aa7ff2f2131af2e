import Foundation

final class GitClient {
  private let git = URL(fileURLWithPath: "/usr/bin/git")
  let folder: URL

  init(folder: URL) { self.folder = folder }

  func afterPull(_ settings: RepositorySettings) {
    _ = system(settings.afterPull) // weak: process file
    _ = system("/usr/bin/git gc --auto --quiet") // safe: process
  }

  func fetch(_ settings: RepositorySettings) throws {
    let process = Process()
    process.currentDirectoryURL = folder
    process.launchPath = "/bin/bash"
    process.arguments = ["-lc", "git fetch --depth=\(settings.depth) origin"] // safe: process
    process.launch()
  }

  func history(containing term: String) throws -> Process {
    let process = Process()
    process.executableURL = git
    process.currentDirectoryURL = folder
    process.arguments = ["log", "--fixed-strings", "--grep=\(term)", "--oneline"] // safe: process
    try process.run()
    return process
  }

  func show(commit: String) throws {
    guard (7...40).contains(commit.count), commit.allSatisfy({ "0123456789abcdef".contains($0) }) else { return }
    try Process.run(git, arguments: ["-C", folder.path, "show", commit]) // safe: process
  }

  func commitCount(limit: Int) -> Int {
    guard let pipe = popen("/usr/bin/git rev-list --count -n \(limit) HEAD", "r") else { return 0 } // safe: process
    defer { pclose(pipe) }
    var buffer = [CChar](repeating: 0, count: 64)
    return fgets(&buffer, 64, pipe) == nil ? 0 : Int(atoi(buffer))
  }

  func clone(_ command: @autoclosure () -> String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command()] // weak: process file
    try process.run()
  }
}
