import Glibc
import OmamoriCore
import OmamoriCrypto

/// Where a password comes from: the terminal, a descriptor or a file; never the command line, which others can see, and
/// never the environment, which children inherit.
struct PasswordOptions: Sendable {
  private static let longest = 4096

  private let descriptor: Parameter<Int?>
  private let file: Parameter<FilePath?>
  private let prefix: String

  /// Declares the options.
  ///
  /// - Parameters:
  ///   - declare: Collects them.
  ///   - prefix: What their names begin with, where a command takes two passwords.
  ///   - subject: What it is the password of.
  init(_ declare: inout Declaration, prefix: String = "", of subject: LocalizedText) {
    self.prefix = prefix
    descriptor = declare.option(
      "--\(prefix)password-fd", value: "N",
      help: LocalizedText(
        "Read the password of \(subject.english) from this open file descriptor.",
        ja: "\(subject.japanese)のパスワードをこのファイルディスクリプタから読み込みます。"))
    file = declare.option(
      "--\(prefix)password-file", value: "FILE",
      help: LocalizedText(
        "Read the password of \(subject.english) from the only line of a file.",
        ja: "\(subject.japanese)のパスワードをファイル（1 行のみ）から読み込みます。"))
  }

  /// Whether the command line says where the password is.
  func isGiven(_ arguments: Arguments) throws -> Bool {
    try arguments[descriptor] != nil || arguments[file] != nil
  }

  /// Whether the password takes all of standard input.
  func usesStandardInput(_ arguments: Arguments) throws -> Bool {
    try arguments[descriptor] == 0 || arguments[file]?.string == "-"
  }

  /// Gets the password.
  ///
  /// - Parameters:
  ///   - arguments: What was typed.
  ///   - isNew: Whether the password is chosen now: a person has to type it twice.
  ///   - subject: What it is the password of.
  /// - Returns: The password, not empty.
  /// - Throws: ``ChatFault``, `CancellationError`.
  func password(_ arguments: Arguments, isNew: Bool, of subject: LocalizedText) async throws -> Password {
    switch (try arguments[descriptor], try arguments[file]?.string) {
    case (.some, .some):
      throw ChatFault.usage(
        LocalizedText(
          "--\(prefix)password-fd and --\(prefix)password-file exclude each other",
          ja: "--\(prefix)password-fd と --\(prefix)password-file は同時に指定できません"),
        hint: LocalizedText("give one of them", ja: "どちらか一方を指定してください"))
    case (let number?, nil):
      // The descriptors of this process itself are closed on exec, those it was given are not.
      let flags = Int32(exactly: number).map { fcntl($0, F_GETFD) } ?? -1
      guard number >= 0, flags >= 0, flags & FD_CLOEXEC == 0 else { throw ChatFault.closedDescriptor(number) }
      return try Self.password(from: Int32(number), named: "--\(prefix)password-fd \(number)")
    case (nil, let path?):
      if let status = try? FileStatus(of: path), status.isFile, status.isShared { warn(of: path, arguments) }
      // because the name is a string that outlives the call
      let file = unsafe path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw ChatFault.unreadable(path, errno) }
      defer { if file != 0 { close(file) } }
      return try Self.password(from: file, named: Printable.quote(path))
    case (nil, nil):
      do {
        return try await Self.ask(arguments.language, isNew, subject)
      } catch let fault as ChatFault where fault == .noTerminal(for: "") {
        throw ChatFault.noTerminal(for: prefix)
      }
    }
  }

  /// Warns of a file with a password that other users of the machine can read.
  private func warn(of path: String, _ arguments: Arguments) {
    let name = Printable.quote(path)
    arguments.warn(
      LocalizedText("\(name) can be read by other users", ja: "\(name) は他のユーザーも読み込めます"),
      hint: LocalizedText("run 'chmod 600' on it", ja: "'chmod 600' を実行してください"))
  }

  private static func ask(
    _ language: Language, _ isNew: Bool, _ subject: LocalizedText
  ) async throws -> Password {
    let (english, japanese) = (subject.english, subject.japanese)
    let question =
      isNew
      ? LocalizedText("New password of \(english): ", ja: "\(japanese)の新しいパスワード: ")
      : LocalizedText("Password of \(english): ", ja: "\(japanese)のパスワード: ")
    let first = try await PasswordQuestion.ask(question[language])
    guard first.count > 0 else { throw ChatFault.emptyPassword }
    if isNew {
      let again = LocalizedText("The same password again: ", ja: "もう一度同じパスワード: ")
      guard try await PasswordQuestion.ask(again[language]) == first else { throw ChatFault.passwordsDiffer }
    }
    return Password(first.copy())
  }

  /// The only line of a descriptor, without its end.
  private static func password(from file: Int32, named name: String) throws -> Password {
    guard let text = try SecretInput.read(file, limit: longest + 2, untilLineFeed: false) else {
      throw ChatFault.emptyPassword
    }
    var end = text.count
    let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    if end > 0, text.byte(at: end - 1) == lineFeed { end -= 1 }
    if end > 0, end < text.count, text.byte(at: end - 1) == carriageReturn { end -= 1 }
    for index in 0..<end where text.byte(at: index) == lineFeed { throw ChatFault.severalLines(name) }
    guard end > 0 else { throw ChatFault.emptyPassword }
    guard end <= longest else { throw ChatFault.longPassword(name, limit: longest) }
    return Password(SecretBytes(copying: text.bytes.extracting(0..<end)))
  }
}

/// Says when a new password is easy to guess.
enum PasswordHint {
  static func show(_ password: Password, _ arguments: Arguments) throws {
    guard password.byteCount < 14, try !arguments[sharedOptions.quiet] else { return }
    arguments.warn(
      LocalizedText("the password is short", ja: "パスワードが短めです"),
      hint: LocalizedText(
        "whoever copies the file can guess as long as they like: four random words or more are better",
        ja: "ファイルをコピーされると無制限に推測されます。無作為な 4 語以上を推奨します"))
  }
}

extension ChatFault {
  /// A password has to be asked for, and there is nobody to ask; its options begin with a prefix.
  static func noTerminal(for prefix: String) -> ChatFault {
    .usage(
      LocalizedText("there is no terminal to ask for the password", ja: "パスワードを入力するターミナルがありません"),
      hint: LocalizedText(
        "give --\(prefix)password-fd or --\(prefix)password-file",
        ja: "--\(prefix)password-fd または --\(prefix)password-file を指定してください"))
  }

  /// The question was not answered (control-D).
  static let noAnswer = usage(
    LocalizedText("no password was typed", ja: "パスワードが入力されませんでした"),
    hint: LocalizedText("type the password and press return", ja: "パスワードを入力して Enter を押してください"))

  fileprivate static let emptyPassword = usage(
    LocalizedText("the password is empty", ja: "パスワードが空です"),
    hint: LocalizedText("give a password of at least one character", ja: "1 文字以上のパスワードを指定してください"))

  fileprivate static let passwordsDiffer = usage(
    LocalizedText("the two passwords differ", ja: "2 回入力したパスワードが一致しません"),
    hint: LocalizedText("try again; nothing was changed", ja: "もう一度やり直してください。何も変更されていません"))

  fileprivate static func longPassword(_ name: String, limit: Int) -> ChatFault {
    .usage(
      LocalizedText(
        "the password of \(name) is longer than \(limit) bytes", ja: "\(name) のパスワードが \(limit) バイトを超えています"),
      hint: LocalizedText("check that it is the right file", ja: "正しいファイルか確認してください"))
  }

  fileprivate static func severalLines(_ name: String) -> ChatFault {
    .usage(
      LocalizedText("the password of \(name) has more than one line", ja: "\(name) のパスワードが複数行あります"),
      hint: LocalizedText("keep the password alone in it", ja: "パスワード 1 行だけにしてください"))
  }

  fileprivate static func closedDescriptor(_ number: Int) -> ChatFault {
    .usage(
      LocalizedText("the file descriptor \(number) is not open", ja: "ファイルディスクリプタ \(number) は開かれていません"),
      hint: LocalizedText("open it in the shell, as in '3< FILE'", ja: "シェルで '3< FILE' のように開いてください"))
  }
}
