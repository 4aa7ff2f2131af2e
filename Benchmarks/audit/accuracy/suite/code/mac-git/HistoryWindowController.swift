import AppKit

final class HistoryWindowController: NSWindowController, NSTextFieldDelegate {
  @IBOutlet private var authorField: NSTextField!
  @IBOutlet private var commitField: NSTextField!
  @IBOutlet private var status: NSTextField!
  private let client = GitClient(folder: FileManager.default.homeDirectoryForCurrentUser)

  @IBAction func filterByAuthor(_ sender: Any) {
    let author = authorField.stringValue
    guard let pipe = popen("/usr/bin/git log --format=%s --author='\(author)'", "r") else { return } // weak: process direct
    defer { pclose(pipe) }
    var line = [CChar](repeating: 0, count: 512)
    guard fgets(&line, 512, pipe) != nil else { return }
    commitField.stringValue = String(cString: line)
  }

  func checkReleases() async throws {
    let feed = URL(string: "https://releases.gitdesk.example/latest.json")!
    let (data, _) = try await URLSession.shared.data(from: feed)
    let fields = try JSONDecoder().decode([String: String].self, from: data)
    announce(fields["title"] ?? "")
  }

  @IBAction func search(_ sender: Any) {
    _ = try? client.history(containing: authorField.stringValue)
  }

  @IBAction func showCommit(_ sender: Any) {
    try? client.show(commit: commitField.stringValue)
    status.stringValue = String(format: "Commit %@", commitField.stringValue) // safe: format
  }

  private func announce(_ title: String) {
    status.stringValue = String(format: "Newest: " + title) // weak: format helper
    let source = "display notification \"\(title)\" with title \"Releases\""
    NSAppleScript(source: source)?.executeAndReturnError(nil) // weak: process helper
    NSAppleScript(source: "beep 1")?.executeAndReturnError(nil) // safe: process
  }
}

extension AppDelegate: NSApplicationDelegate {
  func applicationDidFinishLaunching(_ notification: Notification) {
    guard let settings = RepositorySettings.choose() else { return }
    try? client.fetch(settings)
    client.afterPull(settings)
  }

  func application(_ application: NSApplication, open urls: [URL]) {
    let remotes = urls.compactMap { URLComponents(url: $0, resolvingAgainstBaseURL: false)?.queryItems?.first?.value }
    for remote in remotes {
      try? client.clone("git clone \(remote) ~/Checkouts")
    }
  }
}

final class AppDelegate: NSObject {
  let client = GitClient(folder: FileManager.default.temporaryDirectory)
}
