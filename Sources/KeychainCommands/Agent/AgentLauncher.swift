import CommandLineKit
import CommandSupport
import Glibc
import OmamoriCore
import OmamoriKeychain

/// Starts an agent in a process and a session of its own.
struct AgentLauncher {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// Starts an agent, and waits until it listens.
  ///
  /// - Parameters:
  ///   - folder: The keychain.
  ///   - minutes: After how many minutes without use it locks; 0 for never.
  ///   - witness: The file that notes the newest state.
  /// - Returns: `false` when another agent runs.
  /// - Throws: ``CryptoFault`` when it could not be started.
  func start(_ folder: String, lockAfter minutes: Int, witness: String?) async throws -> Bool {
    let options = witness.map { ["--witness", KeychainFolder(commandLine: $0)?.path ?? $0] } ?? []
    return try await start(standard(folder, minutes) + options)
  }

  private func standard(_ folder: String, _ minutes: Int) -> [String] {
    [
      "omamori", "keychain", "agent", "--keychain", folder, "--lock-after", "\(minutes)", "--language",
      arguments.language.rawValue,
    ]
  }

  private func start(_ words: [String]) async throws -> Bool {
    let (said, status) = try await WatchingThread.run {
      let (answers, problems) = (try Pipe(), try Pipe())
      let child = try ChildProcess(
        "/proc/self/exe", words, descriptors: [nil, answers.writeEnd, problems.writeEnd], isDetached: true)
      answers.closeWriteEnd()
      problems.closeWriteEnd()
      // The line with the socket's path, or the end.
      var byte: UInt8 = 0
      // because one byte is read into one byte that outlives the call
      let count = unsafe read(answers.readEnd, &byte, 1)
      guard count <= 0 else { return ("", Int32(0)) }
      let problem = try SecretInput.read(descriptor: problems.readEnd, name: "-", limit: 1 << 16)
      return (TerminalText.text(SharedSecretBytes(problem)) ?? "", child.wait())
    }
    if status == 0 { return true }
    if status == ExitCode.findings.rawValue { return false }
    // The agent has said why in the same form and language.
    arguments.note(said)
    throw CryptoFault(
      ExitCode(rawValue: status), HelpText("the agent could not be started", ja: "エージェントを起動できませんでした"))
  }
}
