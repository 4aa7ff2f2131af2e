import Glibc
public import OmamoriAuth
public import OmamoriCore

/// Receives the callback of a login at a port of this machine (RFC 8252 §7.3), for programs without a window.
///
/// It listens before the login begins, because its port is in the redirect URI, at an address that no other machine
/// reaches. It takes one `GET` request for its exact host and path that a person's browser navigates to, answers a page
/// without scripts that repeats nothing, and closes. Everything else is refused and waited past: other hosts (a name that
/// somebody points to this machine), other paths, pages that fetch or frame it, slow and long requests, and callbacks that
/// are not of this login, which any page and any user of this machine can send. The waiting is done on a thread of its
/// own. Prints its redirect URI. Safe to use from any thread.
public final class LoopbackReceiver: Sendable {
  /// Where the browser has to come back to.
  public let redirectURI: RedirectURI
  private let listener: Protected<LoopbackSocket?>
  private let head: LoopbackHead
  private let origin: String

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - path: The path of the redirect URI as it is registered; the port may differ (RFC 8252 §7.3).
  ///   - address: The address.
  ///   - port: The port, for servers that take only the one that is registered; 0 for a free one.
  /// - Throws: `AuthError.system(code:)`, also for a port that is taken; `AuthError.configuration(_:)` with `ConfigurationFault.redirectURI` for a
  ///   path that is none.
  public init(
    path: String = "/callback", address: LoopbackAddress = .v4, port: UInt16 = 0
  ) throws(AuthError) {
    let socket = try LoopbackSocket.listening(at: address, port: port)
    let authority = "\(address.name):\(socket.port)"
    guard path.hasPrefix("/") else { throw .configuration(.redirectURI) }
    origin = "http://" + authority
    redirectURI = try RedirectURI(origin + path)
    head = LoopbackHead(authority: authority, path: path)
    listener = Protected(socket)
  }

  /// Waits for the callback, once; then the port is closed.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait.
  ///   - language: The language of the page.
  ///   - isExpected: Whether a whole URL is the callback that is waited for, as
  ///     `PendingAuthorization.isAnswered(by:)` says; others get a page that says that they are not, and the waiting
  ///     goes on. It is called on the thread of the receiver.
  /// - Returns: The whole URL that the browser came back with.
  /// - Throws: `AuthError.timedOut`; `AuthError.cancelled` when the task is cancelled; `AuthError.callback(_:)` with
  ///   `CallbackFault.alreadyUsed` the second time; `AuthError.system(code:)`.
  public func callback(
    timeout: Duration = .seconds(600), language: Language = .en,
    where isExpected: @escaping @Sendable (SecretText) -> Bool = { _ in true }
  ) async throws(AuthError) -> SecretText {
    let taken: LoopbackSocket? = listener.withLock { listener in
      defer { listener = nil }
      return listener
    }
    guard let taken else { throw .callback(.alreadyUsed) }
    guard let wake = WakeEvent() else { throw .system(code: errno) }
    let (head, origin, deadline) = (head, origin, ContinuousClock.now + timeout)
    return try await OwnThread.run(endedBy: wake) { () throws(AuthError) in
      var loop = LoopbackLoop(
        listener: taken, wake: wake, head: head, origin: origin, language: language, deadline: deadline,
        isExpected: isExpected)
      return try loop.run().get()
    }
  }
}

extension LoopbackReceiver: CustomStringConvertible {
  /// The redirect URI.
  public var description: String { redirectURI.description }
}
