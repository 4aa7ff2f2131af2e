import CommandLineKit

extension Arguments {
  /// Refuses a command line on which several things would come from standard input.
  ///
  /// - Parameter users: For each thing whether it comes from there.
  /// - Throws: ``CryptoFault``.
  func shareStandardInput(_ users: Bool...) throws {
    guard users.count(where: \.self) > 1 else { return }
    throw CryptoFault.usage(
      HelpText("only one thing can come from standard input", ja: "標準入力から読み込めるのは 1 つだけです"),
      hint: HelpText("give the others as files", ja: "ほかはファイルで指定してください"))
  }
}
