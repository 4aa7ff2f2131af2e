import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriDevice
import OmamoriDeviceLinux

extension OmamoriTool {
  static let deviceSealPINCommand = Command(
    "seal-pin", HelpText("Choose a PIN that the machine's TPM checks", ja: "TPM が確認する PIN を設定する"),
    discussion: HelpText(
      """
      Asks for a new PIN twice and writes a file that the TPM of this machine opens for that PIN only, with its own limit \
      on wrong tries. The file is not secret; it is of no use on another machine.
      """,
      ja: """
        新しい PIN を 2 回尋ね、このマシンの TPM がその PIN でのみ開けるファイルを書き出します。誤入力の回数は TPM 自身が制限します。\
        ファイル自体は秘密ではなく、ほかのマシンでは使えません。
        """),
    examples: [
      Example("omamori device seal-pin -o pin.sealed", HelpText("Choose a PIN.", ja: "PIN を設定します。")),
      Example(
        "omamori device authenticate --method tpm-pin --sealed pin.sealed",
        HelpText("Ask for it.", ja: "PIN を尋ねます。")),
    ]
  ) { declare in
    let output = declare.requiredOption(
      "-o", "--output", value: "FILE", as: FilePath.self,
      help: HelpText("Where to write; never replaced.", ja: "書き込み先。上書きはしません。"))
    let isBound = declare.flag(
      "--secure-boot",
      help: HelpText(
        "Open only while the settings of Secure Boot stay as they are.",
        ja: "Secure Boot の設定が変わらない間だけ開けるようにします。"))
    return { arguments in
      let path = try arguments[output].string
      guard FileStatus(at: path) == nil else { throw CryptoFault.keyExists(path) }
      let language = arguments.reportLanguage
      let pin = try await TerminalPrompt.ask(LocalizedText("New PIN: ", ja: "新しい PIN: ")[language])
      let again = try await TerminalPrompt.ask(LocalizedText("Again: ", ja: "もう一度: ")[language])
      guard pin == again else { throw CryptoFault.passwordsDiffer }
      let sealed = try await TPMPINAuthenticator.seal(
        try SecretBytes(randomCount: 32), pin: pin, isBoundToSecureBoot: try arguments[isBound])
      try SecretFile.create(path, SecretBytes(copying: Array(sealed.bytes)))
      return .success
    }
  }
}
