package import CommandLineKit
package import CommandSupport
import OmamoriCore
import OmamoriKeychain

extension OmamoriTool {
  /// `keychain` where nothing but ``keychainExplainCommand`` is part of the tool.
  package static let keychainCodesCommand = Command(
    "keychain", HelpText("Explain answers of the system's keychain", ja: "システムのキーチェーンの応答を説明する"),
    commands: [keychainExplainCommand])

  package static let keychainExplainCommand = Command(
    "explain", HelpText("Explain a status code of Apple's keychain", ja: "Apple のキーチェーンのステータスコードを説明する"),
    discussion: HelpText(
      "Takes a number such as -25300, the same in hexadecimal, or a name such as errSecItemNotFound.",
      ja: "-25300 などの数値、その 16 進表記、errSecItemNotFound などの名前を指定します。"),
    examples: [
      Example(
        "omamori keychain explain -- -25308",
        HelpText("What a number means and what to do.", ja: "数値の意味と対処を表示します。")),
      Example(
        "omamori keychain explain errSecMissingEntitlement", HelpText("The same by name.", ja: "名前で調べます。")),
    ],
    exitCodes: [ExitMeaning(.findings, HelpText("The code is not known.", ja: "コードが見つかりません。"))]
  ) { declare in
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    let code = declare.argument(
      "CODE", as: String.self, help: HelpText("The number or the name.", ja: "数値または名前。"))
    return { arguments in
      let text = try arguments[code]
      guard let status = KeychainStatus(text: text) else { throw CryptoFault.unknownStatus(text) }
      let language = arguments.reportLanguage
      let value: JSONValue = [
        "code": .integer(status.code), "name": .string(status.name),
        "aliases": .array(status.aliases.map { .string($0) }),
        "explanation": .string(status.explanation[language]), "cure": .string(status.cure[language]),
      ]
      try arguments.output.write(
        try arguments[json]
          ? value.text(.pretty) + "\n"
          : "\(status)\n\(status.explanation[language])\n\(status.cure[language])\n")
      return .success
    }
  }
}

extension CryptoFault {
  /// Nothing has that code.
  static func unknownStatus(_ text: String) -> CryptoFault {
    CryptoFault(
      .findings, HelpText("\(Printable.quote(text)) is not known", ja: "\(Printable.quote(text)) は見つかりません"),
      hint: HelpText("give a number such as -25300, or a name", ja: "-25300 のような数値か、名前を指定してください"))
  }
}
