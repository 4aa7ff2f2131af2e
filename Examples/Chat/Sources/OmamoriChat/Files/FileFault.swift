import Glibc
import OmamoriCore
import OmamoriCrypto

/// Output could not be written.
struct WriteFailure: ExitCodeProviding, Equatable {
  /// The file; `nil` for the terminal.
  let path: String?
  /// The `errno` value.
  let code: Int32

  /// Whether the reader of the output is gone, of which nobody needs to hear.
  var isClosedPipe: Bool { path == nil && code == EPIPE }

  var exitCode: ExitCode { .failure }
  var message: LocalizedText {
    let reason = Self.reason(code)
    guard let path else {
      return LocalizedText("could not write the output: \(reason)", ja: "出力を書き込めません: \(reason)")
    }
    let file = Printable.quote(path)
    return LocalizedText("could not write \(file): \(reason)", ja: "\(file) に書き込めません: \(reason)")
  }
  var hint: LocalizedText? {
    LocalizedText(
      "check that the folder exists, that you may write there and that the disk is not full",
      ja: "フォルダの有無、書き込み権限、空き容量を確認してください")
  }

  /// The system's own words for an `errno` value.
  static func reason(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    // because strerror_r writes at most `count` bytes into the array; with 0 as result they end with a zero
    let isKnown = unsafe strerror_r(code, &buffer, buffer.count) == 0
    guard isKnown, let end = buffer.firstIndex(of: 0) else { return "error \(code)" }
    return String(decoding: buffer[..<end].map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }
}

extension ChatFault {
  /// A file could not be read; `code` is the error number.
  static func unreadable(_ path: String, _ code: Int32) -> ChatFault {
    let (name, reason) = (Printable.quote(path), WriteFailure.reason(code))
    return ChatFault(
      .failure, LocalizedText("could not read \(name): \(reason)", ja: "\(name) を読み込めません: \(reason)"),
      hint: LocalizedText("check the name and the permissions", ja: "ファイル名とアクセス権を確認してください"))
  }

  /// A file has too many bytes.
  static func tooLarge(_ path: String) -> ChatFault {
    .usage(
      LocalizedText("\(Printable.quote(path)) is too large", ja: "\(Printable.quote(path)) が大きすぎます"),
      hint: LocalizedText("check that it is the right file", ja: "正しいファイルか確認してください"))
  }

  /// The file that should be made is there already.
  static func exists(_ path: String) -> ChatFault {
    .usage(
      LocalizedText("\(Printable.quote(path)) already exists", ja: "\(Printable.quote(path)) は既に存在します"),
      hint: LocalizedText(
        "choose another name, or replace it with --force", ja: "別の名前を指定するか、--force で上書きしてください"))
  }

  /// A backup is never replaced.
  static func backupExists(_ path: String) -> ChatFault {
    .usage(
      LocalizedText("\(Printable.quote(path)) already exists", ja: "\(Printable.quote(path)) は既に存在します"),
      hint: LocalizedText("choose another name", ja: "別の名前を指定してください"))
  }

  /// What OmamoriCrypto refused while a file was sealed or opened.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - source: The name of the file that is read.
  ///   - destination: The name of the file that is written.
  init(_ error: CryptoError, reading source: String, writing destination: String) {
    switch error {
    case .file(.openSource, let code), .file(.read, let code): self = .unreadable(source, code)
    case .file(_, let code):
      let failure = WriteFailure(path: destination, code: code)
      self.init(failure.exitCode, failure.message, hint: failure.hint)
    case .destinationExists: self = .exists(destination)
    default:
      let (name, message) = (Printable.quote(source), LocalizedText.clause(error.explanation))
      self.init(
        Self.isBadInput(error) ? .usage : .failure,
        LocalizedText("\(name): \(message.english)", ja: "\(name): \(message.japanese)"),
        hint: .clause(error.recovery))
    }
  }

  /// Damaged input is bad input; the rest could not be completed.
  private static func isBadInput(_ error: CryptoError) -> Bool {
    switch error {
    case .authenticationFailed, .malformed, .unknownFormat, .truncated, .unsupported: true
    default: false
    }
  }
}
