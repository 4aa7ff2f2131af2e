package import CommandLineKit
package import OmamoriCore
import OmamoriCrypto

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// What can go wrong in a command that encrypts, decrypts or hashes: the exit code, the message and the cure.
package struct CryptoFault: ExitCodeProviding, Equatable {
  package let exitCode: ExitCode
  package let message: HelpText
  package let hint: HelpText?

  package init(_ exitCode: ExitCode, _ message: HelpText, hint: HelpText? = nil) {
    (self.exitCode, self.message, self.hint) = (exitCode, message, hint)
  }

  /// The options do not fit together, or one has a value that it cannot have.
  package static func usage(_ message: HelpText, hint: HelpText) -> CryptoFault {
    CryptoFault(.usage, message, hint: hint)
  }
}

// MARK: - Files

extension CryptoFault {
  /// A file could not be read; `code` is the error number.
  package static func unreadable(_ path: String, _ code: Int32) -> CryptoFault {
    CryptoFault(
      .failure, .unreadable(path, code),
      hint: HelpText("check the name and the permissions", ja: "ファイル名とアクセス権を確認してください"))
  }

  /// A file that is read into memory has too many bytes.
  package static func tooLarge(_ path: String) -> CryptoFault {
    CryptoFault(
      .usage, HelpText("\(Printable.quote(path)) is too large", ja: "\(Printable.quote(path)) が大きすぎます"),
      hint: HelpText("check that it is the right file", ja: "正しいファイルか確認してください"))
  }
}

// MARK: - Passwords

extension CryptoFault {
  /// A password has to be asked for, and there is nobody to ask.
  package static let noTerminal = noTerminal(for: "")

  /// As ``noTerminal``, for a password whose options have a prefix.
  package static func noTerminal(for prefix: String) -> CryptoFault {
    CryptoFault(
      .usage, HelpText("there is no terminal to ask for the password", ja: "パスワードを入力するターミナルがありません"),
      hint: HelpText(
        "give --\(prefix)password-fd or --\(prefix)password-file",
        ja: "--\(prefix)password-fd または --\(prefix)password-file を指定してください"))
  }

  /// The question was not answered (control-D).
  package static let noAnswer = CryptoFault(
    .usage, HelpText("no password was typed", ja: "パスワードが入力されませんでした"),
    hint: HelpText("type it and press Return", ja: "パスワードを入力し、Return キーを押してください"))

  /// A password of no characters.
  static let emptyPassword = CryptoFault(
    .usage, HelpText("the password is empty", ja: "パスワードが空です"),
    hint: HelpText("give a password of at least one character", ja: "1 文字以上のパスワードを指定してください"))

  /// The two times a new password was typed.
  package static let passwordsDiffer = CryptoFault(
    .usage, HelpText("the two passwords differ", ja: "2 回入力したパスワードが一致しません"),
    hint: HelpText("try again; nothing was changed", ja: "もう一度やり直してください。何も変更されていません"))

  /// A password of more bytes than the command line takes.
  static func longPassword(_ name: String, limit: Int) -> CryptoFault {
    CryptoFault(
      .usage,
      HelpText(
        "the password of \(name) is longer than \(limit) bytes", ja: "\(name) のパスワードが \(limit) バイトを超えています"),
      hint: HelpText("check that it is the right file", ja: "正しいファイルか確認してください"))
  }

  /// A password file with more than a password.
  static func severalLines(_ name: String) -> CryptoFault {
    CryptoFault(
      .usage, HelpText("the password of \(name) has more than one line", ja: "\(name) のパスワードが複数行あります"),
      hint: HelpText("keep the password alone in it", ja: "パスワード 1 行だけにしてください"))
  }
}

extension Arguments {
  /// Says on standard error what failed although the work goes on; the work goes on where nobody can be told, too.
  package func say(_ fault: CryptoFault) {
    let title = HelpText("error:", ja: "エラー:")
    let hint =
      fault.hint.map { "\(errors.styled(HelpText("hint:", ja: "ヒント:")[language], .cyan)) \($0[language])\n" }
      ?? ""
    // because the exit code says it as well
    try? errors.write("\(errors.styled(title[language], .bold, .red)) \(fault.message[language])\n" + hint)
  }

  /// Says something on standard error that is not the answer; what cannot be written there stops nothing.
  package func note(_ text: String) {
    // because the work goes on without it
    try? errors.write(text)
  }

  /// Says on standard error what the person should know although the work goes on; it goes on where nobody can be told,
  /// too.
  package func warn(_ message: HelpText, hint: HelpText) {
    let titles = (HelpText("warning:", ja: "警告:"), HelpText("hint:", ja: "ヒント:"))
    // because a warning that cannot be written must not stop the work
    try? errors.write(
      "\(errors.styled(titles.0[language], .bold, .yellow)) \(message[language])\n"
        + "\(errors.styled(titles.1[language], .cyan)) \(hint[language])\n")
  }
}

extension CryptoFault {
  /// What OmamoriCrypto refused, as the command line says it.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - source: The name of the file that is read, if there is one.
  ///   - destination: The name of the file that is written, if there is one.
  package init(_ error: CryptoError, reading source: String? = nil, writing destination: String? = nil) {
    switch error {
    case .file(let operation, let code):
      switch operation {
      case .openSource, .read: self = .unreadable(source ?? "-", code)
      default:
        let fault = CommandLineError.writeFailed(path: destination, code: code)
        self.init(fault.exitCode, fault.message, hint: fault.hint)
      }
    case .destinationExists: self = .exists(destination ?? "-")
    default:
      let name = source.map { $0 == "-" ? "" : Printable.quote($0) + ": " } ?? ""
      let message = HelpText.clause(error.explanation)
      // The library has a limit that can be raised, and the command line has no option for it.
      let hint =
        error == .costLimitExceeded
        ? HelpText(
          "have it made again with a lower cost", ja: "計算コストを下げて作り直してもらってください")
        : HelpText.clause(error.recovery)
      self.init(
        Self.exitCode(of: error), HelpText(name + message.english, ja: name + message.japanese), hint: hint)
    }
  }

  /// The file that should be made is there already.
  package static func exists(_ path: String) -> CryptoFault {
    CryptoFault(
      .usage, HelpText("\(Printable.quote(path)) already exists", ja: "\(Printable.quote(path)) は既に存在します"),
      hint: HelpText("choose another name, or replace it with --force", ja: "別の名前を指定するか、--force で上書きしてください"))
  }

  /// A wrong key is an answer; damaged input is bad input; the rest could not be completed.
  private static func exitCode(of error: CryptoError) -> ExitCode {
    switch error {
    case .noMatchingKey: .findings
    case .authenticationFailed, .malformed, .malformedLine, .unknownFormat, .truncated, .unsupported,
      .costLimitExceeded, .costTooLow, .outOfRange, .unknownKey:
      .usage
    default: .failure
    }
  }
}

extension HelpText {
  /// A file could not be read, in the system's words.
  package static func unreadable(_ path: String, _ code: Int32) -> HelpText {
    let (file, reason) = (Printable.quote(path), SystemError.text(code))
    return HelpText(
      "could not read \(file): \(reason.english)", ja: "\(file) を読み込めません: \(reason.japanese)")
  }

  /// A sentence of the toolkit as the command line says it: without a capital and a full stop.
  package static func clause(_ text: LocalizedText) -> HelpText {
    var (english, japanese) = (text.english, text.japanese)
    if english.hasSuffix(".") { english.removeLast() }
    if japanese.hasSuffix("。") { japanese.removeLast() }
    // A second capital tells an abbreviation.
    if english.dropFirst().first?.isUppercase == false {
      english = english.prefix(1).lowercased() + english.dropFirst()
    }
    return HelpText(english, ja: japanese)
  }
}

extension CryptoFault {
  /// The error that ends a run: what OmamoriCrypto refused, a closed pipe, or an interruption.
  package static func final(_ error: CryptoError, reading source: String, writing destination: String?)
    -> any Error
  {
    switch error {
    case .cancelled: CancellationError()
    case .file(.write, code: EPIPE) where destination == nil: CommandLineError.outputClosed
    default: CryptoFault(error, reading: source, writing: destination)
    }
  }
}

extension Arguments {
  /// Refuses two machine-readable forms at once.
  package func shareOutput(_ isJSON: Bool, _ isSARIF: Bool) throws(CryptoFault) {
    guard isJSON, isSARIF else { return }
    throw .usage(
      HelpText("--json and --sarif exclude each other", ja: "--json と --sarif は同時に指定できません"),
      hint: HelpText("give one of them", ja: "どちらか一方を指定してください"))
  }

  /// Refuses a command line on which several things would come from standard input.
  ///
  /// - Parameter users: For each thing whether it comes from there.
  /// - Throws: ``CryptoFault``.
  package func shareStandardInput(_ users: Bool...) throws {
    guard users.count(where: \.self) > 1 else { return }
    throw CryptoFault.usage(
      HelpText("only one thing can come from standard input", ja: "標準入力から読み込めるのは 1 つだけです"),
      hint: HelpText("give the others as files", ja: "ほかはファイルで指定してください"))
  }
}
