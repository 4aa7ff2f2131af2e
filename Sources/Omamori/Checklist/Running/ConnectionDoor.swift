import OmamoriCore
import OmamoriTransport

#if !canImport(Darwin)
import OmamoriTransportCurl
#endif

/// Connects to a server under a policy, so that somebody sees whether the policy lets it.
///
/// Safe to use from any thread.
protocol ConnectionDoor: Sendable {
  /// Connects, and says what became of it.
  func knock(_ server: RequestURL, under policy: TransportPolicy) async -> PinTrial.Step
}

/// Connects with a session of its own, as the app does.
///
/// Safe to use from any thread.
struct SessionDoor: ConnectionDoor {
  func knock(_ server: RequestURL, under policy: TransportPolicy) async -> PinTrial.Step {
    let session = SecureSession(policy: policy)
    let step = await Self.step(session, server)
    await session.close()
    return step
  }

  private static func step(_ session: SecureSession, _ server: RequestURL) async -> PinTrial.Step {
    do throws(TransportError) {
      let verdict = try await session.response(to: try HTTPRequest(.get, server, expecting: .anything))
        .verdict
      return PinTrial.Step(verdict.pins)
    } catch .refused(let verdict) {
      return verdict.faults.isEmpty ? PinTrial.Step(verdict.pins) : .notTrusted
    } catch {
      return .notReached(error)
    }
  }
}
