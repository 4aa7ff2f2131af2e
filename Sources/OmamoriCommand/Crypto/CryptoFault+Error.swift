import CommandLineKit
import OmamoriCore
import OmamoriCrypto

extension CryptoFault {
  /// What OmamoriCrypto refused, as the command line says it.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - source: The name of the file that is read, if there is one.
  ///   - destination: The name of the file that is written, if there is one.
  init(_ error: CryptoError, reading source: String? = nil, writing destination: String? = nil) {
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
  static func exists(_ path: String) -> CryptoFault {
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
  /// A sentence of the toolkit as the command line says it: without a capital and a full stop.
  static func clause(_ text: LocalizedText) -> HelpText {
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
