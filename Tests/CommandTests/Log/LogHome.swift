import Foundation
import TestSupport

/// A home folder with a log in it, an auditor's key and a witness.
final class LogHome {
  let folder: TemporaryFolder
  /// The public key of the log; empty when none was begun.
  private(set) var key = ""

  /// Makes the folder, the auditor's key, and the log unless `isEmpty`.
  init(isEmpty: Bool = false, options: [String] = ["--witness", "witness"]) throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("run"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    let made = try run("keygen", "-o", "auditor.key")
    guard made.status == 0 else { throw Overdue(command: "keygen", errors: made.errors) }
    try folder.write(made.output, to: "auditor.pub")
    guard !isEmpty else { return }
    let begun = try run(["init", "--auditor", "auditor.pub"] + options)
    guard begun.status == 0 else { throw Overdue(command: "init", errors: begun.errors) }
    key = begun.output.trimmingCharacters(in: .newlines)
  }

  /// The variables that make this folder the home of a program.
  var environment: [String: String] {
    ["HOME": folder.url.path, "XDG_STATE_HOME": folder.path("state"), "XDG_RUNTIME_DIR": folder.path("run")]
  }

  /// Runs `omamori log`.
  func run(_ words: String..., input: String? = nil) throws -> Ended { try run(words, input: input) }

  /// Runs `omamori log`.
  func run(_ words: [String], input: String? = nil) throws -> Ended {
    if let input { try folder.write(input, to: "input") }
    return try start(words, input: input == nil ? nil : "input").wait(seconds: 120)
  }

  /// Starts `omamori log`.
  func start(_ words: [String], input: String? = nil) throws -> Program {
    try Program(Omamori.path, ["log"] + words, in: folder, environment: environment, input: input)
  }

  /// Starts the agent and waits until it says where it listens, which it does when the log is open.
  func startAgent(_ words: String...) throws -> Program {
    let agent = try start(["agent"] + words)
    for _ in 0..<1_000 where try agent.isRunning && agent.outputSoFar().isEmpty { usleep(10_000) }
    return agent
  }

  /// The path of the agent's socket, if there is one.
  var socket: String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path("run/omamori"))) ?? []
    return names.first { $0.hasSuffix(".sock") }.map { folder.path("run/omamori/" + $0) }
  }

  /// The folder of the log.
  var log: String { folder.path("state/omamori/log") }

  /// The files of the log's segments, the first one first.
  func segments() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: log).filter { $0.hasSuffix(".segment") }.sorted()
      .map { log + "/" + $0 }
  }

  /// A JSON object that a command wrote.
  static func object(_ text: some StringProtocol) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return value as? [String: Any] ?? [:]
  }
}
