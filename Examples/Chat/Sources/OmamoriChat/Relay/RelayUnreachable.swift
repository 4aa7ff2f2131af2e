import OmamoriCore
import OmamoriTransport

/// A relay that cannot be reached now; what was to be sent waits.
struct RelayUnreachable: ExitCodeProviding {
  private let fault: ChatFault

  /// Says why, and which relay.
  init(_ error: TransportError, _ server: ServerAddress) {
    fault = ChatFault(error, about: server.commandLineWord, hint: ChatFault.relayHint)
  }

  var exitCode: ExitCode { .failure }
  var message: LocalizedText { fault.message }
  var hint: LocalizedText? { fault.hint }
}
