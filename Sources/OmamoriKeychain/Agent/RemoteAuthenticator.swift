#if !canImport(Darwin)
import OmamoriCore

/// Asks the person by way of the client that sent the request: the agent itself has no terminal and no screen.
///
/// Safe to share between threads.
struct RemoteAuthenticator: Authenticator {
  /// How long a person may think.
  private static let patience = Duration.seconds(300)

  let kind: AuthenticatorKind
  let client: AgentConnection

  func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome {
    do throws(KeychainError) {
      return try await OwnThread.run { () throws(KeychainError) in
        try client.send(AgentReply.question(request).message)
        guard let message = try client.receive(patience: Self.patience),
          case .answer(let outcome) = try AgentRequest(decoding: message)
        else { return .systemCancelled }
        return outcome
      }
    } catch {
      return .systemCancelled
    }
  }
}
#endif
