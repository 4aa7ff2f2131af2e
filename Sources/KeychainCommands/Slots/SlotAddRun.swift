import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile

/// The parameters of `omamori keychain slot add`.
struct SlotAddHandles: Sendable {
  let kind: Parameter<SlotWord>
  let name: Parameter<String?>
  let file: Parameter<FilePath?>
  let credential: Parameter<String?>
  let hasPIN: Parameter<Bool>
  let newPassword: PasswordOptions
  let keychain: KeychainHandles

  init(_ declare: inout Declaration) {
    kind = declare.argument("KIND", as: SlotWord.self, help: HelpText("What opens it.", ja: "スロットの種類。"))
    name = declare.option("--name", value: "NAME", help: HelpText("A name for the slot.", ja: "スロットの名前。"))
    file = declare.option("--file", value: "FILE", help: HelpText("The key file.", ja: "鍵ファイル。"))
    credential = declare.option(
      "--credential", value: "NAME",
      help: HelpText("The name of the systemd credential.", ja: "systemd のクレデンシャル名。"))
    hasPIN = declare.flag(
      "--pin", help: HelpText("Ask for a PIN of the TPM slot.", ja: "TPM スロットの PIN を設定します。"))
    newPassword = PasswordOptions(&declare, prefix: "new-")
    keychain = KeychainHandles(&declare)
  }
}

/// One run of `omamori keychain slot add`.
struct SlotAddRun {
  let arguments: Arguments
  let handles: SlotAddHandles

  init(_ arguments: Arguments, _ handles: SlotAddHandles) {
    (self.arguments, self.handles) = (arguments, handles)
  }

  /// Adds the slot.
  func run() async throws -> ExitCode {
    try arguments.shareStandardInput(
      try handles.newPassword.usesStandardInput(arguments),
      try handles.keychain.usesStandardInput(arguments))
    try check()
    let opened = try await OpenedFile(arguments, handles.keychain)
    let prepared = try await slot()
    try await opened.file.addSlot(prepared.slot, proof: try await proof(opened))
    try prepared.showRecoveryCode(arguments)
    return .success
  }

  /// Refuses options of another kind before anything is asked.
  private func check() throws {
    let kind = try arguments[handles.kind]
    let pairs: [(Bool, SlotWord, String)] = [
      (try arguments[handles.file] != nil, .keyFile, "--file"),
      (try arguments[handles.credential] != nil, .systemdCredential, "--credential"),
    ]
    for (isGiven, owner, name) in pairs where isGiven != (kind == owner) {
      throw CryptoFault.usage(
        isGiven
          ? HelpText(
            "\(name) is for slots of the kind \(owner.rawValue)", ja: "\(name) は \(owner.rawValue) のスロット専用です")
          : HelpText(
            "a slot of the kind \(owner.rawValue) needs \(name)",
            ja: "\(owner.rawValue) のスロットには \(name) が必要です"),
        hint: HelpText(
          "see 'omamori keychain slot add --help'", ja: "'omamori keychain slot add --help' を参照してください"))
    }
  }

  private func slot() async throws -> PreparedSlot {
    let kind = try arguments[handles.kind]
    let name = try arguments[handles.name] ?? kind.rawValue
    switch kind {
    case .password: return try await PreparedSlot(asking: arguments, handles.newPassword, name: name)
    case .keyFile: return PreparedSlot(keyFile: try arguments[handles.file]?.string ?? "", name: name)
    case .recoveryCode: return try PreparedSlot(recoveryCodeNamed: name)
    case .tpm:
      let wantsPIN = try arguments[handles.hasPIN] || handles.newPassword.isGiven(arguments)
      let subject = LocalizedText("the TPM slot", ja: "TPM スロット")
      let pin = wantsPIN ? try await handles.newPassword.password(arguments, isNew: true, of: subject) : nil
      return PreparedSlot(slot: NewSlot(name, .tpm(pin: pin)))
    case .secretService: return PreparedSlot(slot: NewSlot(name, .secretService))
    case .systemdCredential:
      return PreparedSlot(
        slot: NewSlot(name, .systemdCredential(name: try arguments[handles.credential] ?? "")))
    }
  }

  /// A further password needs one that is there: only passwords lead to the items that ask for one.
  private func proof(_ opened: OpenedFile) async throws -> Password? {
    guard try arguments[handles.kind] == .password else { return nil }
    if let password = opened.password { return Password(password.copy()) }
    guard try await opened.file.slots().contains(where: { $0.kind == .passphrase }) else { return nil }
    let question = LocalizedText("A password that opens the keychain now: ", ja: "キーチェーンの現在のパスワード: ")
    return Password(try await TerminalPrompt.ask(question[arguments.reportLanguage]).copy())
  }
}
