import Foundation
import TestSupport

/// A home folder with a keychain and room for an agent.
final class KeychainHome {
  /// The password of the keychain, in the file `pw`.
  static let password = "correct horse battery staple"

  let folder: TemporaryFolder

  /// Makes the folder, and the keychain unless `isEmpty`.
  init(isEmpty: Bool = false) throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("run"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    for (name, text) in ["pw": Self.password + "\n", "wrong": "another password\n"] {
      try folder.write(text, to: name)
      // because the name is a string that outlives the call
      _ = unsafe chmod(folder.path(name), 0o600)
    }
    if !isEmpty {
      let made = try run("init", "--password-file", "pw")
      guard made.status == 0 else { throw Overdue(command: "init", errors: made.errors) }
    }
  }

  deinit { _ = try? run("agent", "--stop") }

  /// The variables that make this folder the home of a program.
  var environment: [String: String] {
    ["HOME": folder.url.path, "XDG_RUNTIME_DIR": folder.path("run")]
  }

  /// Runs `omamori keychain`, without a terminal.
  func run(_ words: String..., input: String? = nil, environment: [String: String] = [:]) throws -> Ended {
    try run(words, input: input, environment: environment)
  }

  /// Runs `omamori keychain`, without a terminal.
  func run(_ words: [String], input: String? = nil, environment: [String: String] = [:]) throws -> Ended {
    if let input { try folder.write(input, to: "input") }
    let program = try Program(
      Program.find("setsid") ?? Omamori.path, ["--wait", Omamori.path, "keychain"] + words, in: folder,
      environment: self.environment.merging(environment) { _, new in new },
      input: input == nil ? nil : "input")
    return try program.wait(seconds: 120)
  }

  /// Starts the agent and unlocks it.
  func unlock() throws {
    let ended = try run("unlock", "--password-file", "pw")
    guard ended.status == 0 else { throw Overdue(command: "unlock", errors: ended.errors) }
  }

  /// The process of the agent, if one runs.
  var agentProcess: pid_t? {
    guard let text = try? run("status", "--json").output,
      let line = text.split(separator: "\n").first(where: { $0.contains("agentProcess") })
    else { return nil }
    return pid_t(line.filter(\.isNumber))
  }

  /// Waits until an agent runs, or none does, for some seconds at most.
  func waitForAgent(isRunning: Bool) {
    for _ in 0..<500 {
      if (agentProcess != nil) == isRunning { return }
      usleep(10_000)
    }
  }

  /// The path of the agent's socket.
  var socket: String { folder.path("run/omamori/keychain.sock") }
}
