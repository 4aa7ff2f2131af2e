package import CommandLineKit
package import CommandSupport

extension OmamoriTool {
  /// The group of commands about keychains.
  ///
  /// - Parameter explaining: Its command that needs no keychain.
  /// - Returns: The group.
  package static func keychainCommand(explaining: Command) -> Command {
    Command(
      "keychain", HelpText("Keep secrets in an encrypted keychain", ja: "秘密情報を暗号化されたキーチェーンに保管する"),
      discussion: HelpText(
        """
        A keychain is a folder with one encrypted file: names, accounts and secrets can be read with one of its slots only \
        (a password, a key file, a recovery code, a TPM and more). Each command asks for the password unless the agent holds \
        the keychain unlocked. Secrets are never given as arguments.
        """,
        ja: """
          キーチェーンは、暗号化されたファイルを収めたフォルダです。名前、アカウント、秘密情報は、スロット（パスワード、鍵ファイル、\
          復旧コード、TPM など）のいずれかでしか読めません。エージェントがロックを解除していなければ、コマンドごとにパスワードを\
          尋ねます。秘密情報を引数で渡すことはありません。
          """),
      examples: [
        Example("omamori keychain init", HelpText("Make a keychain.", ja: "キーチェーンを作成します。")),
        Example("omamori keychain unlock", HelpText("Ask for its password once.", ja: "パスワードを一度だけ入力します。")),
        Example("omamori keychain set github", HelpText("Store a secret.", ja: "秘密情報を保存します。")),
        Example("omamori keychain get github --clip", HelpText("Copy it.", ja: "クリップボードにコピーします。")),
        Example("omamori keychain doctor", HelpText("Say what needs attention.", ja: "問題点を診断します。")),
      ],
      commands: [
        keychainInitCommand, keychainUnlockCommand, keychainLockCommand, keychainStatusCommand,
        keychainSetCommand, keychainGetCommand, keychainListCommand, keychainRenameCommand,
        keychainRemoveCommand, keychainExportCommand, keychainImportCommand, keychainMigrateCommand,
        keychainSlotCommand, keychainRotateCommand, keychainVerifyCommand, keychainDoctorCommand,
        keychainAgentCommand, explaining, keychainClearClipboardCommand,
      ])
  }
}
