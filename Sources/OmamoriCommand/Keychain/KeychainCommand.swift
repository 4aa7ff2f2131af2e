#if !canImport(Darwin)
import CommandLineKit

extension OmamoriTool {
  static let keychainCommand = Command(
    "keychain", HelpText("Keep secrets in an encrypted keychain", ja: "秘密情報を暗号化されたキーチェーンに保管する"),
    commands: [
      keychainSetCommand, keychainGetCommand, keychainListCommand, keychainRenameCommand,
      keychainRemoveCommand, keychainExplainCommand, keychainClearClipboardCommand,
    ])
}
#else
import CommandLineKit

extension OmamoriTool {
  static let keychainCommand = Command(
    "keychain", HelpText("Explain answers of the system's keychain", ja: "システムのキーチェーンの応答を説明する"),
    commands: [keychainExplainCommand])
}
#endif
