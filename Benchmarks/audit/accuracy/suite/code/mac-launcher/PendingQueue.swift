import Foundation

final class PendingQueue {
  private let shared = UserDefaults(suiteName: "group.example.launcher")
  private var observer: NSObjectProtocol?

  func start() {
    observer = NotificationCenter.default.addObserver(forName: UserDefaults.didChangeNotification, object: shared, queue: .main) { _ in
      self.drain()
    }
  }

  private func drain() {
    guard let shared = shared else { return }
    if let tool = shared.string(forKey: "pendingTool") {
      shared.removeObject(forKey: "pendingTool")
      var pid: pid_t = 0
      var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(tool), nil]
      defer { free(arguments[0]) }
      _ = posix_spawn(&pid, tool, nil, nil, &arguments, environ) // weak: process direct
    }
    let level = min(max(shared.integer(forKey: "volume"), 0), 100)
    let script = NSAppleScript(source: "set volume output volume \(level)") // safe: process
    script?.executeAndReturnError(nil)
  }
}
