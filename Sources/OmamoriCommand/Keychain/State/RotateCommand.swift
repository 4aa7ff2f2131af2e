#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriKeychain

extension OmamoriTool {
  static let keychainRotateCommand = Command(
    "rotate", HelpText("Renew all keys and seal every item again", ja: "すべての鍵を更新し、全項目を暗号化し直す"),
    discussion: HelpText(
      """
      Happens in one step: when it is interrupted everything is as before. The slots stay; change the password itself with \
      'slot add' and 'slot remove'.
      """,
      ja: """
        一括で行われ、中断しても元の状態のままです。スロットは変わりません。パスワード自体の変更は 'slot add' と 'slot remove' で\
        行います。
        """),
    examples: [
      Example(
        "omamori keychain rotate", HelpText("After a copy may have leaked.", ja: "コピーの流出が疑われるときに使用します。"))
    ]
  ) { declare in
    let handles = KeychainHandles(&declare)
    return { arguments in
      let file = try await OpenedFile(arguments, handles).file
      let line = ProgressLine(on: arguments.errors, isEnabled: try !arguments[sharedOptions.quiet])
      line.update(LocalizedText("Sealing every item again", ja: "全項目を暗号化し直しています")[arguments.reportLanguage])
      defer { line.finish() }
      try await file.rotateKeys()
      return .success
    }
  }
}
#endif
