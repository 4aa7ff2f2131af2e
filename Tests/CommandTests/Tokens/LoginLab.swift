import Foundation
import OmamoriCore
import TestSupport
import Testing

/// A person with a keychain and a browser, and an authorization server.
final class LoginLab {
  let home: KeychainHome
  let server: AuthorizationServer
  /// Certificates take longer to make than a test lasts.
  private static let certificates = Result { try TLSLab() }

  init() throws {
    let certificates = try Self.certificates.get()
    server = try AuthorizationServer(certificates.folder)
    home = try KeychainHome()
    let authorities = certificates.folder.path("ca.pem")
    let script = """
      #!/bin/sh
      exec python3 '\(Python.script("browser.py"))' '\(authorities)' "$1"

      """
    try home.folder.write(script, to: "bin/xdg-open")
    // because the name is a string that outlives the call
    _ = unsafe chmod(home.folder.path("bin/xdg-open"), 0o755)
    try home.folder.write(Data(contentsOf: URL(filePath: authorities)), to: "ca.pem")
  }

  /// The variables of a person at a desktop.
  private var environment: [String: String] {
    let path = home.folder.path("bin") + ":" + (Program.environment["PATH"] ?? "")
    return home.environment.merging(["DISPLAY": ":9", "PATH": path]) { _, new in new }
  }

  /// Starts the tool, without a terminal and with the file of the password unless the agent is to be used.
  func start(_ words: [String], byAgent: Bool = false) throws -> Program {
    let password = byAgent ? [] : ["--password-file", "pw"]
    return try Program(Omamori.path, words + password, in: home.folder, environment: environment)
  }

  /// Runs the tool to its end.
  func run(_ words: String..., byAgent: Bool = false) throws -> Ended {
    try start(words, byAgent: byAgent).wait(seconds: 120)
  }

  /// The words of a login.
  func loginWords(_ words: [String] = []) -> [String] {
    ["login", server.issuer, "--client-id", "tool", "--ca", "ca.pem"] + words
  }

  /// Logs in with the browser.
  func logIn(_ words: String..., byAgent: Bool = false) throws {
    let ended = try start(loginWords(words), byAgent: byAgent).wait(seconds: 120)
    #expect(ended.status == 0, "\(ended.errors)")
  }

  /// Prints a token, which has to succeed.
  func token(_ words: String..., byAgent: Bool = false) throws -> String {
    let ended = try start(["token"] + words, byAgent: byAgent).wait(seconds: 120)
    #expect(ended.status == 0 && ended.errors == "", "\(ended.errors)")
    return ended.output
  }

  /// What `whoami --json` says of the only login.
  func whoAmI(_ words: String...) throws -> JSONValue? {
    let ended = try start(["whoami", "--json"] + words).wait()
    #expect(!ended.output.contains("access-") && !ended.output.contains("refresh-"))
    return try StrictJSON.parse(ended.output)["logins"]?[0]
  }

  /// Goes to a page as the browser does.
  func browse(_ url: String) throws -> Ended {
    try Program(home.folder.path("bin/xdg-open"), [url], in: home.folder).wait()
  }

  /// Waits until a program has written something to standard error, and gives the line that begins with `start`.
  func line(_ start: String, of program: Program) throws -> String {
    for _ in 0..<4_000 where program.isRunning {
      if let line = try program.errorsSoFar().split(separator: "\n").first(where: { $0.hasPrefix(start) }) {
        return String(line)
      }
      usleep(5_000)
    }
    throw Overdue(command: start, errors: try program.errorsSoFar())
  }
}
