import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile

extension OmamoriTool {
  static let keychainInitCommand = Command(
    "init", HelpText("Make a keychain", ja: "キーチェーンを作成する"),
    discussion: HelpText(
      """
      Makes an encrypted keychain and the slots that open it: a password unless others are given. --zero-config makes one \
      that this machine opens by itself with a key file; it protects copies and backups, not against who can read your \
      files. A keychain that is there is never touched.
      """,
      ja: """
        暗号化されたキーチェーンと、それを開くスロットを作成します。ほかの指定がなければパスワードを使用します。--zero-config を指定すると、\
        このマシンの鍵ファイルで自動的に開くキーチェーンを作成します。コピーやバックアップの漏えいには有効ですが、あなたのファイルを読める者からは\
        保護できません。既存のキーチェーンには一切触れません。
        """),
    examples: [
      Example("omamori keychain init", HelpText("With a password.", ja: "パスワードで作成します。")),
      Example(
        "omamori keychain init --recovery-code",
        HelpText("With a password and a code on paper.", ja: "パスワードと、紙に控える復旧コードで作成します。")),
      Example(
        "omamori keychain init --zero-config --if-absent",
        HelpText("For programs and servers.", ja: "プログラムやサーバー向けに作成します。")),
    ]
  ) { declare in
    let handles = InitHandles(&declare)
    return { arguments in try await InitRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori keychain init`.
struct InitHandles: Sendable {
  let keychain: Parameter<KeychainFolder?>
  let password: PasswordOptions
  let keyFile: Parameter<FilePath?>
  let makesRecoveryCode: Parameter<Bool>
  let usesTPM: Parameter<Bool>
  let usesSecretService: Parameter<Bool>
  let credential: Parameter<String?>
  let isZeroConfiguration: Parameter<Bool>
  let isNewOnly: Parameter<Bool>

  init(_ declare: inout Declaration) {
    keychain = declare.option(
      "-k", "--keychain", value: "FOLDER", environment: "OMAMORI_KEYCHAIN",
      help: HelpText("The folder of the keychain.", ja: "キーチェーンのフォルダ。"))
    password = PasswordOptions(&declare)
    keyFile = declare.option(
      "--key-file", value: "FILE",
      help: HelpText(
        "Add a slot for this key file, which is made if need be.", ja: "この鍵ファイルのスロットを追加します。ファイルがなければ作成します。"))
    makesRecoveryCode = declare.flag(
      "--recovery-code",
      help: HelpText("Add a slot for a recovery code and print it.", ja: "復旧コードのスロットを追加し、コードを表示します。"))
    usesTPM = declare.flag(
      "--tpm", help: HelpText("Add a slot for the TPM of this machine.", ja: "このマシンの TPM のスロットを追加します。"))
    usesSecretService = declare.flag(
      "--secret-service",
      help: HelpText("Add a slot for the Secret Service.", ja: "Secret Service のスロットを追加します。"))
    credential = declare.option(
      "--systemd-credential", value: "NAME",
      help: HelpText("Add a slot for a credential of systemd.", ja: "systemd のクレデンシャルのスロットを追加します。"))
    isZeroConfiguration = declare.flag(
      "--zero-config",
      help: HelpText("Let this machine open it by itself.", ja: "このマシンで自動的に開くようにします。"))
    isNewOnly = declare.flag(
      "--if-absent", help: HelpText("End well when there is a keychain already.", ja: "すでにある場合も正常終了します。"))
  }
}

/// One run of `omamori keychain init`.
struct InitRun {
  let arguments: Arguments
  let handles: InitHandles

  init(_ arguments: Arguments, _ handles: InitHandles) {
    (self.arguments, self.handles) = (arguments, handles)
  }

  /// Makes the keychain.
  func run() async throws -> ExitCode {
    let folder = try arguments[handles.keychain]?.path ?? KeychainFile.defaultFolder
    if try await Self.isThere(folder) {
      guard try arguments[handles.isNewOnly] else { throw KeychainError.storeExists }
      return .success
    }
    var slots = try otherSlots()
    let isZeroConfiguration = try arguments[handles.isZeroConfiguration]
    let isPassword = try handles.password.isGiven(arguments)
    let opensAlone = slots.contains { $0.recoveryCode == nil }
    if isPassword || !isZeroConfiguration && !opensAlone {
      slots.insert(
        try await PreparedSlot(asking: arguments, handles.password, name: SlotWord.password.rawValue), at: 0)
    }
    let file: KeychainFile
    if isZeroConfiguration {
      file = try await StandardKeychain.create(at: folder)
    } else {
      file = try await KeychainFile.create(
        at: folder, slot: slots.removeFirst().slot, options: KeychainFileOptions(accessGroups: .every))
    }
    for slot in slots { try await file.addSlot(slot.slot) }
    let name = file.folder
    await file.close()
    for slot in slots { try slot.showRecoveryCode(arguments) }
    if try !arguments[sharedOptions.quiet] {
      let text = HelpText(
        "Made the keychain \(Printable.quote(name)).", ja: "キーチェーン \(Printable.quote(name)) を作成しました。")
      arguments.note(text[arguments.language] + "\n")
    }
    return .success
  }

  private func otherSlots() throws -> [PreparedSlot] {
    var slots: [PreparedSlot] = []
    if let path = try arguments[handles.keyFile]?.string {
      slots.append(PreparedSlot(keyFile: path, name: SlotWord.keyFile.rawValue))
    }
    if try arguments[handles.usesTPM] {
      slots.append(PreparedSlot(slot: NewSlot(SlotWord.tpm.rawValue, .tpm(pin: nil))))
    }
    if try arguments[handles.usesSecretService] {
      slots.append(PreparedSlot(slot: NewSlot(SlotWord.secretService.rawValue, .secretService)))
    }
    if let name = try arguments[handles.credential] {
      slots.append(
        PreparedSlot(slot: NewSlot(SlotWord.systemdCredential.rawValue, .systemdCredential(name: name))))
    }
    if try arguments[handles.makesRecoveryCode] {
      slots.append(try PreparedSlot(recoveryCodeNamed: SlotWord.recoveryCode.rawValue))
    }
    return slots
  }

  /// Whether there is a keychain in the folder; a damaged one counts.
  private static func isThere(_ folder: String) async throws -> Bool {
    do throws(KeychainError) {
      await (try KeychainFile.open(at: folder)).close()
      return true
    } catch {
      if error == .unavailable(.store) { return false }
      throw error
    }
  }
}
