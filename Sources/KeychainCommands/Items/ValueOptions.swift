import CommandLineKit
import CommandSupport
import Glibc
import OmamoriCore

/// Where the secret of an item comes from: standard input, the terminal, a descriptor or a file; never the command line.
struct ValueOptions: Sendable {
  /// The most bytes of a secret.
  private static let greatestSize = 1 << 20

  let descriptor: Parameter<Int?>
  let file: Parameter<FilePath?>
  let isTrimmed: Parameter<Bool>

  init(_ declare: inout Declaration) {
    descriptor = declare.option(
      "--value-fd", value: "N",
      help: HelpText(
        "Read the secret from this open file descriptor.", ja: "秘密情報をこのファイルディスクリプタから読み込みます。"))
    file = declare.option(
      "--value-file", value: "FILE",
      help: HelpText("Read the secret from a file; - is standard input.", ja: "秘密情報をファイルから読み込みます。- は標準入力です。"))
    isTrimmed = declare.flag(
      "--trim",
      help: HelpText("Leave out one line feed at the end of the secret.", ja: "秘密情報の末尾の改行を 1 つ取り除きます。"))
  }

  /// Whether the secret takes all of standard input.
  func usesStandardInput(_ arguments: Arguments) throws -> Bool {
    let (descriptor, file) = (try arguments[descriptor], try arguments[file]?.string)
    return descriptor == 0 || file == "-" || descriptor == nil && file == nil && isatty(0) == 0
  }

  /// Gets the secret.
  ///
  /// - Throws: ``CryptoFault``, `CancellationError`.
  func value(_ arguments: Arguments) async throws -> SharedSecretBytes {
    let value: SharedSecretBytes
    switch (try arguments[descriptor], try arguments[file]?.string) {
    case (.some, .some):
      throw CryptoFault.usage(
        HelpText(
          "--value-fd and --value-file exclude each other", ja: "--value-fd と --value-file は同時に指定できません"),
        hint: HelpText("give one of them", ja: "どちらか一方を指定してください"))
    case (let number?, nil):
      value = SharedSecretBytes(
        try PasswordOptions.read(number, name: "--value-fd \(number)", limit: Self.greatestSize))
    case (nil, let path?):
      value = SharedSecretBytes(try SecretInput.read(path, limit: Self.greatestSize))
    case (nil, nil) where isatty(0) == 1: return try await Self.ask(arguments.reportLanguage)
    case (nil, nil): value = SharedSecretBytes(try SecretInput.read("-", limit: Self.greatestSize))
    }
    guard value.count > 0 else { throw CryptoFault.emptyValue }
    return try trimmed(value, arguments)
  }

  private func trimmed(_ value: SharedSecretBytes, _ arguments: Arguments) throws -> SharedSecretBytes {
    let endsWithLineFeed = value.withBytes { bytes in
      // because the value is not empty
      unsafe bytes.unsafeLoad(fromByteOffset: bytes.byteCount - 1, as: UInt8.self) == UInt8(ascii: "\n")
    }
    guard endsWithLineFeed else { return value }
    guard try arguments[isTrimmed] else {
      if try !arguments[sharedOptions.quiet] {
        arguments.warn(
          HelpText("the secret ends with a line feed, which is stored, too", ja: "秘密情報の末尾の改行も保存されます"),
          hint: HelpText("--trim leaves it out", ja: "--trim を指定すると取り除きます"))
      }
      return value
    }
    return value.withBytes { bytes in
      SharedSecretBytes(SecretBytes(copying: bytes.extracting(0..<bytes.byteCount - 1)))
    }
  }

  private static func ask(_ language: Language) async throws -> SharedSecretBytes {
    let first = try await TerminalPrompt.ask(LocalizedText("Secret: ", ja: "秘密情報: ")[language])
    guard first.count > 0 else { throw CryptoFault.emptyValue }
    let again = LocalizedText("The same secret again: ", ja: "もう一度同じ秘密情報: ")
    guard try await TerminalPrompt.ask(again[language]) == first else { throw CryptoFault.valuesDiffer }
    return first
  }
}

extension CryptoFault {
  /// A secret of no bytes, mostly a mistake.
  static let emptyValue = CryptoFault(
    .usage, HelpText("the secret is empty", ja: "秘密情報が空です"),
    hint: HelpText(
      "pipe it in, type it, or give --value-file or --value-fd",
      ja: "標準入力から渡すか、入力するか、--value-file または --value-fd を指定してください"))

  /// The two times a secret was typed.
  static let valuesDiffer = CryptoFault(
    .usage, HelpText("the two secrets differ", ja: "2 回入力した秘密情報が一致しません"),
    hint: HelpText("try again; nothing was changed", ja: "もう一度やり直してください。何も変更されていません"))
}
