import AppKit
import SwiftUI

enum Archiver: String {
  case zip = "/usr/bin/zip"
  case tar = "/usr/bin/tar"

  init?(label: String) {
    switch label {
    case "zip": self = .zip
    case "tar": self = .tar
    default: return nil
    }
  }
}

@main
struct LauncherApp: App {
  private let shell = ShellRunner()

  var body: some Scene {
    WindowGroup {
      Text("Launcher").onOpenURL(perform: handle)
    }
  }

  private func handle(_ url: URL) {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    let value = items.first { $0.name == "value" }?.value ?? ""
    switch url.host {
    case "tool":
      let process = Process()
      process.executableURL = URL(fileURLWithPath: value) // weak: process direct
      try? process.run()
    case "archive":
      guard let archiver = Archiver(label: value) else { return }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: archiver.rawValue) // safe: process
      process.arguments = ["--version"]
      try? process.run()
    case "count":
      shell.count(matching: value)
    case "script":
      shell.runUserScript(named: value)
    case "announce":
      shell.announce(value)
    case "ping":
      shell.run("ping -c 3 " + value)
    default:
      break
    }
  }
}
