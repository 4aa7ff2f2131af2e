#if !canImport(Darwin)
import CommandLineKit
import OmamoriTransport

/// A relay that cannot be reached now; what was to be sent waits.
struct RelayUnreachable: ExitCodeProviding {
  private let fault: CryptoFault

  /// Says why, and which relay.
  init(_ error: TransportError, _ server: ServerAddress) {
    fault = CryptoFault(error, about: server.commandLineWord, hint: CryptoFault.relayHint)
  }

  var exitCode: ExitCode { .failure }
  var message: HelpText { fault.message }
  var hint: HelpText? { fault.hint }
}

extension ServerAddress {
  /// The host and the port as a URL has them.
  var origin: String { (host.kind == .addressV6 ? "[\(host)]" : host.description) + ":\(port)" }
}
#endif
