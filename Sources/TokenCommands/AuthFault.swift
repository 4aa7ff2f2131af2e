public import CommandLineKit
import CommandSupport
import KeychainCommands
public import OmamoriAuth
import OmamoriCore
import PolicyCommands

extension AuthError: ExitCodeProviding {
  /// What was refused, as the command line says it.
  ///
  /// A token that is refused, a server that says no or answers what is not to be believed, and a session that is over are
  /// answers; keys and settings that are wrong are bad input; what could not be asked is neither.
  public var exitCode: ExitCode {
    switch self {
    case .token, .callback, .attestation, .person: .findings
    case .key, .configuration: .usage
    case .metadata(.unavailable), .response(.status): .failure
    case .metadata, .response: .findings
    case .server(let code, _): Self.isTemporary(code) ? .failure : .findings
    case .session(.notLoggedIn), .session(.reauthenticationRequired): .findings
    case .transport(let error): error.exitCode
    case .keychain(let error): error.exitCode
    case .cancelled: .interrupted
    default: .failure
    }
  }

  /// What failed.
  public var message: HelpText { .clause(explanation) }

  /// What to do about it.
  public var hint: HelpText? { .clause(recovery) }

  private static func isTemporary(_ code: ServerErrorCode) -> Bool {
    code == .serverError || code == .temporarilyUnavailable
  }
}

extension CryptoFault {
  /// What OmamoriAuth refused of something that has a name, such as a file.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - subject: The name; `-` for standard input.
  ///   - hint: What to do about it, where more is known than the error says.
  init(_ error: AuthError, about subject: String, hint: HelpText? = nil) {
    let (message, name) = (error.message, subject == "-" ? "" : Printable.quote(subject) + ": ")
    self.init(
      error.exitCode, HelpText(name + message.english, ja: name + message.japanese), hint: hint ?? error.hint)
  }
}

extension AuthError {
  /// Runs `body`; a cancellation that the libraries report ends the command as an interruption, without a message.
  static func orInterruption<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch AuthError.cancelled {
      throw CancellationError()
    }
  }
}
