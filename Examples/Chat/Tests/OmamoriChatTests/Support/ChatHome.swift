import Foundation
import Testing

/// A machine with a relay and people who talk through it.
final class ChatHome {
  /// A line of a history as `--json` shows it.
  struct Line: Decodable, Equatable {
    /// A file that was sent along.
    struct File: Decodable, Equatable {
      let name: String
      let size: Int
    }

    let peer: String
    let number: Int
    let direction: String
    let verified: Bool
    let text: String?
    let file: File?
  }

  let folder: Sandbox
  /// What a new account needs: `--relay … --pin …`.
  private(set) var site: [String] = []
  private var relay: Program?

  init() throws { folder = try Sandbox() }

  deinit {
    relay?.signal(SIGKILL)
    relay?.process.waitUntilExit()
  }

  /// The variables that make this folder the home of a program.
  var environment: [String: String] { ["HOME": folder.url.path, "XDG_DATA_HOME": folder.path("data")] }

  /// The words that start the relay, at the port that it had before.
  var relayWords: [String] {
    [ChatProgram.path, "relay", "--listen", site.isEmpty ? "127.0.0.1:0" : site[1], "--json", "-q"]
  }

  /// Starts the relay and waits until it listens.
  func startRelay() throws {
    let program = try Program(
      Program.find("env") ?? "/usr/bin/env", ["--default-signal"] + relayWords, in: folder,
      environment: environment)
    relay = program
    let limit = ContinuousClock.now + .seconds(20)
    while true {
      // because what is half written is read again
      if let line = try? JSONDecoder().decode(
        [String: String].self, from: Data(try program.outputSoFar().utf8))
      {
        site = ["--relay", line["address"] ?? "", "--pin", line["pin"] ?? ""]
        return
      }
      guard program.isRunning, ContinuousClock.now < limit else {
        throw Overdue(command: "relay", errors: try program.errorsSoFar())
      }
      usleep(10_000)
    }
  }

  /// Kills the relay as a power failure would, or tells it to end.
  ///
  /// - Returns: How it ended.
  @discardableResult
  func stopRelay(_ signal: Int32 = SIGKILL) throws -> Int32? {
    guard let program = relay else { return nil }
    relay = nil
    program.signal(signal)
    return try program.wait(seconds: 20).status
  }

  /// Runs `omamori-chat`.
  @discardableResult
  func run(_ words: String..., input: String? = nil) throws -> Ended {
    try run(words, input: input)
  }

  /// Runs `omamori-chat`.
  @discardableResult
  func run(_ words: [String], input: String? = nil) throws -> Ended {
    try start(words, input: input).wait(seconds: 60)
  }

  /// Starts `omamori-chat`.
  func start(_ words: [String], input: String? = nil) throws -> Program {
    if let input { try folder.write(input, to: "input") }
    let all = ["--default-signal", ChatProgram.path] + words
    return try Program(
      Program.find("env") ?? "/usr/bin/env", all, in: folder, environment: environment,
      input: input == nil ? nil : "input")
  }

  /// Registers people.
  func register(_ names: String...) throws {
    for name in names {
      let ended = try run(["register", name] + site)
      #expect(ended.status == 0, "\(ended.errors)")
    }
  }

  /// What was said between two people, as the first one has it.
  func history(of own: String, with peer: String) throws -> [Line] {
    let ended = try run("history", peer, "--as", own, "--json")
    guard ended.status == 0 else { throw Overdue(command: "history", errors: ended.errors) }
    return try Self.lines(ended.output)
  }

  /// The texts that went one way.
  func texts(of own: String, with peer: String, _ direction: String) throws -> [String] {
    try history(of: own, with: peer).filter { $0.direction == direction }.compactMap(\.text)
  }

  /// Messages that a command wrote with `--json`.
  static func lines(_ output: String) throws -> [Line] {
    try output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  /// The folder of the relay.
  var relayFolder: String { folder.path("data/omamori/relay") }

  /// Whether bytes are anywhere in a folder, in a file's name or its content.
  static func holds(_ folder: String, _ needle: [UInt8]) throws -> Bool {
    let files = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    guard !files.isEmpty else { throw Overdue(command: "search", errors: folder) }
    for name in files {
      if Data(name.utf8).range(of: Data(needle)) != nil { return true }
      // because a folder has no content
      guard let content = try? Data(contentsOf: URL(filePath: folder + "/" + name)) else { continue }
      if content.range(of: Data(needle)) != nil { return true }
    }
    return false
  }
}
