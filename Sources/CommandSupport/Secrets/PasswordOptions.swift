package import CommandLineKit
package import OmamoriCore
package import OmamoriCrypto

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Where a password comes from: the terminal, a descriptor or a file; never the command line, which others can see, and
/// never the environment, which children inherit.
package struct PasswordOptions: Sendable {
  private static let longest = 4096

  let descriptor: Parameter<Int?>
  let file: Parameter<FilePath?>

  private let prefix: String

  /// Declares the options.
  ///
  /// - Parameters:
  ///   - declare: Collects them.
  ///   - prefix: What their names begin with, where a command takes two passwords.
  package init(_ declare: inout Declaration, prefix: String = "") {
    self.prefix = prefix
    descriptor = declare.option(
      "--\(prefix)password-fd", value: "N",
      help: HelpText(
        "Read the password from this open file descriptor.",
        ja: "パスワードをこのファイルディスクリプタから読み込みます。"))
    file = declare.option(
      "--\(prefix)password-file", value: "FILE",
      help: HelpText(
        "Read the password from the only line of a file.",
        ja: "パスワードをファイル（1 行のみ）から読み込みます。"))
  }

  /// What stands behind "password", and before it in Japanese.
  private static func phrases(_ subject: LocalizedText?) -> (english: String, japanese: String) {
    (subject.map { " of " + $0.english } ?? "", subject.map { $0.japanese + "の" } ?? "")
  }

  /// Whether the command line says where the password is.
  package func isGiven(_ arguments: Arguments) throws -> Bool {
    try arguments[descriptor] != nil || arguments[file] != nil
  }

  /// The path of the file that the password is read from, also where a descriptor is given; `nil` for none.
  package func source(_ arguments: Arguments) throws -> String? {
    try arguments[file]?.string ?? arguments[descriptor].map { "/dev/fd/\($0)" }
  }

  /// Whether the password takes all of standard input.
  package func usesStandardInput(_ arguments: Arguments) throws -> Bool {
    try arguments[descriptor] == 0 || arguments[file]?.string == "-"
  }

  /// Gets the password.
  ///
  /// - Parameters:
  ///   - arguments: What was typed.
  ///   - isNew: Whether the password is chosen now: a person has to type it twice.
  ///   - subject: What it is the password of, where the question has to say it.
  /// - Returns: The password, not empty.
  /// - Throws: ``CryptoFault``, `CancellationError`.
  package func password(
    _ arguments: Arguments, isNew: Bool, of subject: LocalizedText? = nil
  ) async throws -> Password {
    let (descriptor, file) = (try arguments[descriptor], try arguments[file]?.string)
    switch (descriptor, file) {
    case (.some, .some):
      throw CryptoFault.usage(
        HelpText(
          "--password-fd and --password-file exclude each other",
          ja: "--password-fd と --password-file は同時に指定できません"),
        hint: HelpText("give one of them", ja: "どちらか一方を指定してください"))
    case (let number?, nil):
      let name = "--\(prefix)password-fd \(number)"
      return try Self.password(Self.read(number, name: name, limit: Self.longest + 2), of: name)
    case (nil, let path?):
      arguments.warnIfOthersCanRead(path)
      let line = try SecretInput.read(path, limit: Self.longest + 2)
      return try Self.password(line, of: Printable.quote(path))
    case (nil, nil):
      do {
        return try await Self.ask(arguments.reportLanguage, isNew, subject)
      } catch let fault as CryptoFault where fault == .noTerminal && !prefix.isEmpty {
        throw CryptoFault.noTerminal(for: prefix)
      }
    }
  }

  private static func ask(
    _ language: Language, _ isNew: Bool, _ subject: LocalizedText?
  ) async throws -> Password {
    let (english, japanese) = phrases(subject)
    let question =
      isNew
      ? LocalizedText("New password\(english): ", ja: "\(japanese)新しいパスワード: ")
      : LocalizedText("Password\(english): ", ja: "\(japanese)パスワード: ")
    let first = try await TerminalPrompt.ask(question[language])
    guard first.count > 0 else { throw CryptoFault.emptyPassword }
    if isNew {
      let again = LocalizedText("The same password again: ", ja: "もう一度同じパスワード: ")
      guard try await TerminalPrompt.ask(again[language]) == first else { throw CryptoFault.passwordsDiffer }
    }
    return Password(first.copy())
  }

  /// Reads a descriptor that this process was given to its end.
  package static func read(_ number: Int, name: String, limit: Int) throws(CryptoFault) -> SecretBytes {
    // The descriptors of this process itself are closed on exec, those it was given are not.
    let flags = Int32(exactly: number).map { fcntl($0, F_GETFD) } ?? -1
    guard number >= 0, flags >= 0, flags & FD_CLOEXEC == 0 else {
      throw .usage(
        HelpText("the file descriptor \(number) is not open", ja: "ファイルディスクリプタ \(number) は開かれていません"),
        hint: HelpText("open it in the shell, as in '3< FILE'", ja: "シェルで '3< FILE' のように開いてください"))
    }
    return try SecretInput.read(descriptor: Int32(number), name: name, limit: limit)
  }

  /// The only line, without its end.
  private static func password(_ text: borrowing SecretBytes, of name: String) throws(CryptoFault) -> Password
  {
    var end = text.count
    let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    if end > 0, text.byte(at: end - 1) == lineFeed { end -= 1 }
    if end > 0, end < text.count, text.byte(at: end - 1) == carriageReturn { end -= 1 }
    for index in 0..<end where text.byte(at: index) == lineFeed { throw .severalLines(name) }
    guard end > 0 else { throw .emptyPassword }
    guard end <= longest else { throw .longPassword(name, limit: longest) }
    return Password(SecretBytes(copying: text.bytes.extracting(0..<end)))
  }
}

extension SecretBytes {
  fileprivate func byte(at index: Int) -> UInt8 {
    // because the caller's index lies within the bytes
    unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
  }
}
