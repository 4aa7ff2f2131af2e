import OmamoriCore
import OmamoriKeychain
import OmamoriMessaging
import OmamoriRelay
import OmamoriTransport

extension MessagingError: ExitCodeProviding {
  /// What a conversation refused, as the command line says it.
  ///
  /// An identity that changed and a session that is not there are answers; what cannot be opened is bad input; state that
  /// cannot be read or kept is neither.
  var exitCode: ExitCode {
    switch self {
    case .identity(.changed), .conversation(.noSession), .backup(.wrongSecret): .findings
    case .identity, .prekey, .message, .conversation, .group, .attachment, .backup: .usage
    case .cancelled: .interrupted
    default: .failure
    }
  }

  /// What failed.
  var message: LocalizedText { .clause(explanation) }

  /// What to do about it.
  var hint: LocalizedText? {
    self == .identity(.changed) ? Self.changedIdentity : .clause(recovery)
  }

  private static let changedIdentity = LocalizedText(
    """
    compare the new safety number over another channel ('omamori-chat verify PEER'), then 'omamori-chat accept PEER' or \
    'omamori-chat accept PEER --refuse'
    """,
    ja: """
      新しい安全番号を別の手段で照合し（'omamori-chat verify PEER'）、'omamori-chat accept PEER' または \
      'omamori-chat accept PEER --refuse' を実行してください
      """)
}

extension RelayError: ExitCodeProviding {
  /// A relay that does not start could not complete what it was asked to do.
  var exitCode: ExitCode { .failure }
  var message: LocalizedText { .clause(explanation) }
  var hint: LocalizedText? { .clause(recovery) }
}

extension KeychainError: ExitCodeProviding {
  /// What a keychain refused: only "there is no such slot" is an answer, which a wrong password gets.
  var exitCode: ExitCode {
    switch self {
    case .slot(.notFound): .findings
    case .invalidRequest, .tooLarge, .unsupported, .storeExists, .slot: .usage
    default: .failure
    }
  }
  var message: LocalizedText { .clause(explanation) }
  var hint: LocalizedText? { .clause(recovery) }
}

extension ChatFault {
  /// What OmamoriTransport refused of a server.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - server: The name of the server.
  ///   - hint: What to do about it, where more is known than the error says.
  init(_ error: TransportError, about server: String, hint: LocalizedText? = nil) {
    let (name, message) = (Printable.quote(server), LocalizedText.clause(error.explanation))
    self.init(
      .failure, LocalizedText("\(name): \(message.english)", ja: "\(name): \(message.japanese)"),
      hint: hint ?? .clause(error.recovery))
  }
}

extension LocalizedText {
  /// A sentence of the libraries as the command line says it: without a capital and a full stop.
  static func clause(_ text: LocalizedText) -> LocalizedText {
    var (english, japanese) = (text.english, text.japanese)
    if english.hasSuffix(".") { english.removeLast() }
    if japanese.hasSuffix("。") { japanese.removeLast() }
    // A second capital tells an abbreviation.
    if english.dropFirst().first?.isUppercase == false {
      english = english.prefix(1).lowercased() + english.dropFirst()
    }
    return LocalizedText(english, ja: japanese)
  }
}
