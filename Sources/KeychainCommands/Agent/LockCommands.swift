import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile

extension OmamoriTool {
  static let keychainUnlockCommand = Command(
    "unlock", HelpText("Unlock the keychain for the commands that follow", ja: "以後のコマンドのためにキーチェーンのロックを解除する"),
    discussion: HelpText(
      "Starts the agent unless it runs, and unlocks its keychain. A password is asked for unless an option says otherwise.",
      ja: "必要ならエージェントを起動し、そのキーチェーンのロックを解除します。オプションの指定がなければパスワードを尋ねます。"),
    examples: [
      Example("omamori keychain unlock", HelpText("Ask for the password.", ja: "パスワードを尋ねます。")),
      Example(
        "omamori keychain unlock --key-file /media/usb/key", HelpText("With a key file.", ja: "鍵ファイルで解除します。")),
    ]
  ) { declare in
    let lockAfter = declare.option(
      "--lock-after", value: "MINUTES", default: 60,
      help: HelpText(
        "Lock after so many minutes without use, when the agent is started.",
        ja: "エージェントを起動する場合に、自動ロックまでの分数を指定します。"))
    let handles = KeychainHandles(&declare)
    return { arguments in
      guard try !arguments[handles.isWithoutAgent] else {
        throw CryptoFault.usage(
          HelpText("unlocking needs the agent", ja: "ロックの解除にはエージェントが必要です"),
          hint: HelpText("leave out --no-agent", ja: "--no-agent を外してください"))
      }
      let folder = try handles.folder(arguments)
      // What is wrong with the keychain is said before the password is asked for.
      await (try KeychainFile.open(at: folder)).close()
      var agent = try await StandardKeychain.agent(of: folder)
      if agent == nil {
        guard
          try await AgentLauncher(arguments).start(
            folder, lockAfter: try arguments[lockAfter], witness: arguments[handles.witness]?.string)
        else {
          throw CryptoFault.otherKeychain
        }
        agent = try await StandardKeychain.agent(of: folder)
      }
      guard let agent else { throw KeychainError.unavailable(.agent) }
      try await handles.check(agent, arguments)
      let accepted = try arguments[handles.acceptsMissingWitness]
      if let typed = try await handles.typedCredential(arguments) {
        try await agent.unlock(typed, acceptingMissingWitness: accepted, arguments)
      } else if await agent.lockState() != .unlocked {
        let credential = try await handles.standardCredential(arguments, folder)
        try await agent.unlock(credential, acceptingMissingWitness: accepted, arguments)
      }
      if try await agent.status().hasUnrecordedState { arguments.warnOfUnrecordedState() }
      return .success
    }
  }

  static let keychainLockCommand = Command(
    "lock", HelpText("Lock the agent's keychain", ja: "エージェントのキーチェーンをロックする"),
    discussion: HelpText(
      "Wipes every key from the agent's memory. Without an agent nothing is unlocked, and nothing has to be done.",
      ja: "エージェントのメモリからすべての鍵を消去します。エージェントがなければ解除中のものはなく、何もする必要はありません。"),
    examples: [
      Example("omamori keychain lock", HelpText("Lock it.", ja: "ロックします。")),
      Example(
        "omamori keychain lock --screen",
        HelpText("Keep what is usable after the first unlocking.", ja: "after-first-unlock の項目は使用できるままにします。")),
    ]
  ) { declare in
    let isScreen = declare.flag(
      "--screen",
      help: HelpText(
        "Lock as a screen does: what is usable after the first unlocking stays so.",
        ja: "画面ロックと同じ範囲をロックします。初回のロック解除後に使える項目は使えるままです。"))
    return { arguments in
      let isComplete = try !arguments[isScreen]
      do throws(KeychainError) {
        try await AgentKeychain.connect().lock(isComplete: isComplete)
      } catch {
        guard error == .unavailable(.agent) else { throw error }
      }
      return .success
    }
  }
}

extension AgentKeychain {
  /// Unlocks, and says so when that was possible only without the witness.
  fileprivate func unlock(
    _ credential: SlotCredential, acceptingMissingWitness isAccepted: Bool, _ arguments: Arguments
  ) async throws {
    do throws(KeychainError) {
      return try await unlock(credential)
    } catch {
      guard error.meansMissingWitness, isAccepted else { throw error }
    }
    try await unlock(credential, acceptingMissingRecord: true)
    arguments.warnOfMissingWitness()
  }
}

extension KeychainHandles {
  /// What opens the keychain when the command line does not say it: the key file of this machine, or a password.
  func standardCredential(_ arguments: Arguments, _ folder: String) async throws -> SlotCredential {
    let file = try await KeychainFile.open(at: folder)
    defer { Task { await file.close() } }
    if StandardKeychain.hasKeyFile, try await file.slots().contains(where: { $0.kind == .keyFile }) {
      let credential = SlotCredential.keyFile(path: StandardKeychain.keyFile)
      do throws(KeychainError) {
        try await file.unlock(with: credential)
        return credential
      } catch {
        guard error == .wrongCredential else { throw error }
      }
    }
    return try await askedCredential(arguments)
  }
}

extension CryptoFault {
  /// There is one agent a user, and it holds another keychain.
  static let otherKeychain = CryptoFault(
    .failure, HelpText("the agent that runs holds another keychain", ja: "動作中のエージェントは別のキーチェーンを使用しています"),
    hint: HelpText(
      "end it with 'omamori keychain agent --stop', or give --password-file to the single commands",
      ja: "'omamori keychain agent --stop' で終了するか、各コマンドに --password-file を指定してください"))
}
