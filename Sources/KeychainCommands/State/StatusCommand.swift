import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriKeychain
package import OmamoriKeychainFile

extension OmamoriTool {
  static let keychainStatusCommand = Command(
    "status", HelpText("Say where the keychain is and whether it is unlocked", ja: "キーチェーンの場所とロック状態を表示する"),
    discussion: HelpText("Nothing has to be unlocked.", ja: "ロックの解除は不要です。"),
    examples: [
      Example("omamori keychain status", HelpText("For people.", ja: "状態を表示します。")),
      Example("omamori keychain status --json", HelpText("For programs.", ja: "プログラム向けに出力します。")),
    ],
    exitCodes: [ExitMeaning(.findings, HelpText("There is no keychain.", ja: "キーチェーンがありません。"))]
  ) { declare in
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    let handles = KeychainHandles(&declare)
    return { arguments in
      let report = try await StatusReport(try handles.folder(arguments))
      try arguments.output.write(
        try arguments[json] ? report.json.text(.pretty) + "\n" : report.text(arguments.reportLanguage))
      return report.exists ? .success : .findings
    }
  }
}

/// What can be told of a keychain without unlocking it.
package struct StatusReport {
  let folder: String
  let slots: [KeychainSlot]?
  package let agent: AgentStatus?

  /// Whether there is a keychain.
  package var exists: Bool { slots != nil }

  /// Looks at a keychain and at the agent.
  package init(_ folder: String) async throws {
    self.folder = folder
    do throws(KeychainError) {
      let file = try await KeychainFile.open(at: folder)
      slots = try await file.slots()
      await file.close()
    } catch {
      guard error == .unavailable(.store) else { throw error }
      slots = nil
    }
    agent = try await StandardKeychain.agent(of: folder)?.status()
  }

  /// For programs.
  var json: JSONValue {
    var object: JSONObject = [
      "keychain": .string(folder), "exists": .bool(exists), "agent": .bool(agent != nil),
      "state": .string(agent.map { "\($0.lockState)" } ?? (exists ? "beforeFirstUnlock" : "unavailable")),
      "slots": .array((slots ?? []).map { .string(SlotWord($0.kind).rawValue) }),
    ]
    if let agent {
      object["agentProcess"] = .integer(agent.processIdentifier)
      object["agentSocket"] = .string(AgentSocket.standard.path)
      object["lockAfterSeconds"] = .integer(agent.idleLimit)
    }
    return .object(object)
  }

  /// For people.
  func text(_ language: Language) -> String {
    let name = Printable.quote(folder)
    guard let slots else {
      return LocalizedText("There is no keychain in \(name).\n", ja: "\(name) にキーチェーンはありません。\n")[language]
    }
    let kinds = slots.map { SlotWord($0.kind).rawValue }.joined(separator: ", ")
    var lines = [
      LocalizedText("Keychain: \(name)", ja: "キーチェーン: \(name)"),
      LocalizedText("Slots: \(kinds)", ja: "スロット: \(kinds)"),
    ]
    guard let agent else {
      lines.append(LocalizedText("Agent: none; each command asks", ja: "エージェント: なし（コマンドごとに尋ねます）"))
      return lines.map { $0[language] + "\n" }.joined()
    }
    lines.append(
      LocalizedText(
        "Agent: process \(agent.processIdentifier), \(Self.state(agent.lockState).english)",
        ja: "エージェント: プロセス \(agent.processIdentifier)、\(Self.state(agent.lockState).japanese)"))
    return lines.map { $0[language] + "\n" }.joined()
  }

  private static func state(_ state: KeychainLockState) -> LocalizedText {
    switch state {
    case .unlocked: LocalizedText("unlocked", ja: "ロック解除中")
    case .locked: LocalizedText("locked with the screen", ja: "画面とともにロック中")
    case .beforeFirstUnlock: LocalizedText("locked", ja: "ロック中")
    case .unavailable: LocalizedText("unavailable", ja: "利用不可")
    }
  }
}
