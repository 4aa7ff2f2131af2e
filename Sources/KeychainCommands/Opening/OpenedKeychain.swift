package import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto
package import OmamoriKeychain
import OmamoriKeychainFile

/// A keychain that a command works on: the agent's, or the file itself.
package struct OpenedKeychain {
  /// The items.
  package let backend: any KeychainBackend
  private let arguments: Arguments
  private let handles: KeychainHandles
  /// The password that opened the file.
  private let password: SharedSecretBytes?
  /// Whether the agent's newest state was recorded by a witness, or needs none, when the command began.
  private let isRecorded: Bool

  /// Opens the keychain that the command line names.
  ///
  /// The agent is used when it holds this keychain and the command line names nothing else to open it with.
  ///
  /// - Throws: ``CryptoFault``, `KeychainError`, `CancellationError`.
  package init(_ arguments: Arguments, _ handles: KeychainHandles) async throws {
    (self.arguments, self.handles) = (arguments, handles)
    if let agent = try await handles.agent(arguments) {
      let status = try await agent.status()
      guard status.lockState != .beforeFirstUnlock else { throw CryptoFault.lockedAgent }
      isRecorded = !status.hasUnrecordedState
      if !isRecorded { arguments.warnOfUnrecordedState() }
      (backend, password) = (agent, nil)
      return
    }
    let opened = try await OpenedFile(arguments, handles)
    (backend, password, isRecorded) = (opened.file, opened.password, true)
  }

  /// Warns when the agent could not record the state after a change; a file that this process opened says so by itself.
  func checkRecord() async {
    guard isRecorded, let agent = backend as? AgentKeychain else { return }
    // because the change is made, whether or not the agent still answers
    if (try? await agent.status())?.hasUnrecordedState == true { arguments.warnOfUnrecordedState() }
  }

  /// What is brought along for items that ask for the passphrase: the one that opened the keychain.
  package var access: ItemAccess { ItemAccess(passphrase: password) }

  /// Finds items; asks for the passphrase when an item wants it and it is not known.
  ///
  /// A generic password of the default group is found without a look at any other item, so that one that is locked does
  /// not stand in the way; the others are searched when there is none.
  func find(_ query: ItemQuery, withSecrets: Bool) async throws -> [KeychainItem] {
    if query.attributes[.account] != nil, query.attributes[.service] != nil {
      var exact = query
      exact.accessGroup = query.accessGroup ?? backend.defaultAccessGroup
      (exact.synchronizable, exact.limit) = (.no, .one)
      let found = try await search(exact, withSecrets)
      if !found.isEmpty { return found }
    }
    return try await search(query, withSecrets)
  }

  private func search(_ query: ItemQuery, _ withSecrets: Bool) async throws -> [KeychainItem] {
    do throws(KeychainError) {
      return try await backend.find(query, withSecrets: withSecrets, access: access)
    } catch {
      guard error == .denied, withSecrets, password == nil else { throw error }
    }
    let question = LocalizedText("Passphrase of the keychain: ", ja: "キーチェーンのパスフレーズ: ")
    let passphrase: SharedSecretBytes
    do {
      passphrase = try await TerminalPrompt.ask(question[arguments.reportLanguage])
    } catch let fault as CryptoFault where fault == .noTerminal {
      throw CryptoFault.locked
    }
    return try await backend.find(
      query, withSecrets: withSecrets, access: ItemAccess(passphrase: passphrase))
  }
}

extension KeychainHandles {
  /// Refuses an agent that does not use the witness that the command line names, and would not notice an older copy.
  func check(_ agent: AgentKeychain, _ arguments: Arguments) async throws {
    guard let path = try witnessPath(arguments) else { return }
    guard let used = try await agent.status().witness, Self.resolved(used) == Self.resolved(path) else {
      throw CryptoFault.otherWitness
    }
  }

  /// A path whose folder is written without symbolic links.
  private static func resolved(_ path: String) -> String {
    let url = URL(filePath: path)
    return url.deletingLastPathComponent().resolvingSymlinksInPath().appending(path: url.lastPathComponent)
      .path
  }

  /// The agent, when the command is to use it.
  func agent(_ arguments: Arguments) async throws -> AgentKeychain? {
    guard try !arguments[isWithoutAgent], try !isCredentialGiven(arguments) else { return nil }
    guard let agent = try await StandardKeychain.agent(of: try folder(arguments)) else { return nil }
    try await check(agent, arguments)
    return agent
  }
}

extension CryptoFault {
  /// The agent compares the keychain with another witness, or with none.
  static let otherWitness = CryptoFault(
    .usage, HelpText("the agent does not use this witness", ja: "エージェントはこの証人ファイルを使用していません"),
    hint: HelpText(
      "end it with 'omamori keychain agent --stop' and unlock again with the witness, or give --no-agent",
      ja: "'omamori keychain agent --stop' で終了し、証人ファイルを指定してロックを解除し直すか、--no-agent を指定してください"))

  /// The agent has no keys.
  static let lockedAgent = CryptoFault(
    .failure, HelpText("the agent's keychain is locked", ja: "エージェントのキーチェーンがロックされています"),
    hint: HelpText(
      "run 'omamori keychain unlock', or give --no-agent",
      ja: "'omamori keychain unlock' を実行するか、--no-agent を指定してください"))
}
