public import OmamoriCore
import OmamoriCrypto
public import OmamoriKeychain

/// Logs a person in with a finger or a face, by a refresh token that is sealed to a key which only the person can use.
///
/// There is no answer that a changed program could ignore: without the person the keychain does not use the key, and
/// without the key there is no token. When the session's token is exchanged for a new one, that is sealed again without a
/// question. Prints nothing of the token. Source: OWASP MASTG-KNOW-0057.
public actor BiometricLogin {
  let stored: SealedLogin
  private let authenticator: any Authenticator
  private let reason: LocalizedText
  private let events: any SecurityEvents
  private var machine = BiometricLoginMachine()
  private var watchers: [Int: AsyncStream<BiometricLoginState>.Continuation] = [:]
  private var lastWatcher = 0
  /// Lets what changes the stored login happen one after the other: a token that is sealed while another call removes the
  /// login would be left behind.
  let gate = SerialGate()
  /// Whether what is stored should have been removed, and could not be.
  private var isLeftover = false

  /// Makes a login; nothing is read before the first call.
  ///
  /// - Parameters:
  ///   - keychain: Where the key and the sealed token are kept.
  ///   - service: The name of the account's service; one login a name, 1 to 128 bytes.
  ///   - authenticator: Asks the person. On Apple systems the keychain asks by itself and takes the reason only.
  ///   - policy: What is asked of the person.
  ///   - reason: Why the person is asked, in the person's words.
  ///   - events: Hears of logins that had to be ended.
  /// - Throws: ``AuthError/configuration(_:)`` for a name that is empty or too long.
  public init(
    keychain: any KeychainBackend, service: String, authenticator: any Authenticator,
    policy: BiometricPolicy = .currentBiometrics,
    reason: LocalizedText = LocalizedText("Log in", ja: "サインインします"),
    events: any SecurityEvents = .discarded
  ) throws(AuthError) {
    guard 1...128 ~= service.utf8.count else { throw .configuration(.parameter) }
    stored = SealedLogin(keychain: keychain, service: service, policy: policy)
    (self.authenticator, self.reason, self.events) = (authenticator, reason, events)
  }

  /// What a screen needs to know.
  public var state: BiometricLoginState { machine.state }

  /// The state now and every later one; of several that nobody has taken, the newest.
  public var states: AsyncStream<BiometricLoginState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: BiometricLoginState.self, bufferingPolicy: .bufferingNewest(1))
    lastWatcher += 1
    let watcher = lastWatcher
    watchers[watcher] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.forget(watcher) } }
    continuation.yield(machine.state)
    return stream
  }

  /// Looks whether there is a login; nobody is asked.
  ///
  /// A token that was never read back, because the program was killed while ``enable(_:)`` asked, is no login and is removed
  /// when anybody looks.
  ///
  /// - Returns: The state.
  /// - Throws: ``AuthError/keychain(_:)`` when the keychain cannot say it; the state stays then.
  @discardableResult
  public func load() async throws(AuthError) -> BiometricLoginState {
    do throws(KeychainError) {
      let isThere = try await isThere()
      handle(.found(isThere))
      return machine.state
    } catch {
      throw .keychain(error)
    }
  }

  /// Stores a login, in place of one that is there, and reads it back: the person is asked once.
  ///
  /// - Parameter refreshToken: The session's refresh token, 1 byte to 64 KiB.
  /// - Throws: ``AuthError/person(_:)``, ``AuthError/keychain(_:)``, ``AuthError/session(_:)`` when the session ended
  ///   meanwhile; nothing is stored then. ``AuthError/cryptography(_:)`` for an empty token, before anything is changed.
  public func enable(_ refreshToken: SecretText) async throws(AuthError) {
    guard refreshToken.count > 0 else {
      throw .cryptography(.outOfRange(lower: 1, upper: SealedLogin.greatestSize))
    }
    try begin(.enabling)
    let witness = OutcomeWitness(authenticator)
    let isThere: Bool
    do throws(KeychainError) {
      let sealed = try await storeAnew(refreshToken, access(witness))
      guard try await stored.open(sealed, access(witness)) == refreshToken else { throw .corrupt(.item) }
      isThere = try await confirm()
    } catch {
      throw await end(error, witness)
    }
    handle(isThere ? .succeeded : .failed(.interrupted))
    guard isThere else { throw .session(.conflict) }
  }

  /// Asks the person and gives the refresh token.
  ///
  /// - Returns: The token; the session that is made with it tells of its successors through ``RotationListener``.
  /// - Throws: ``AuthError/person(_:)`` for what came of asking, ``AuthError/session(_:)`` when there is no login or the
  ///   token changed while the person was asked, ``AuthError/keychain(_:)``.
  public func authenticate() async throws(AuthError) -> SecretText {
    if machine.state.phase == .unknown || isLeftover { try await load() }
    try begin(.authenticating)
    let witness = OutcomeWitness(authenticator)
    let (token, isCurrent): (SecretText, Bool)
    do throws(KeychainError) {
      guard let sealed = try await stored.sealed() else { throw .invalidated }
      token = try await stored.open(sealed, access(witness))
      isCurrent = try await stored.sealed() == sealed
    } catch {
      throw await end(error, witness)
    }
    handle(.succeeded)
    guard isCurrent else { throw .session(.conflict) }
    return token
  }

  /// Removes the login with every copy.
  ///
  /// - Throws: ``AuthError/keychain(_:)`` when something may be left.
  public func disable() async throws(AuthError) {
    try begin(.disabling)
    await gate.enter()
    defer { gate.leave() }
    do throws(KeychainError) {
      try await remove()
    } catch {
      handle(.failed(BiometricLoginProblem(error)))
      throw .keychain(error)
    }
    handle(.succeeded)
  }

  // MARK: - Parts

  /// Seals a token to a new key, in place of what is there.
  private func storeAnew(_ token: SecretText, _ access: ItemAccess) async throws(KeychainError) -> Data {
    await gate.enter()
    defer { gate.leave() }
    try await remove()
    try await stored.store(token, to: try await stored.makeKey(access), in: .unconfirmed)
    guard let sealed = try await stored.sealed(.unconfirmed) else { throw .corrupt(.item) }
    return sealed
  }

  /// Makes a login of the token that was read back; `false` when the session ended while the person was asked.
  private func confirm() async throws(KeychainError) -> Bool {
    await gate.enter()
    defer { gate.leave() }
    guard try await wanted() != nil else { return false }
    return try await stored.confirm()
  }

  /// Removes the token and the key, or remembers that they are to be removed.
  private func remove() async throws(KeychainError) {
    isLeftover = true
    try await stored.remove()
    isLeftover = false
  }

  /// Whether there is a login.
  private func isThere() async throws(KeychainError) -> Bool {
    await gate.enter()
    defer { gate.leave() }
    return try await wanted() == .confirmed
  }

  /// Where the sealed token is after what an earlier call could not remove is gone; only behind the gate.
  func wanted() async throws(KeychainError) -> SealedLogin.Place? {
    if isLeftover { try await remove() }
    let place = try await stored.place()
    // A token that waits to be read back while nobody asks is of a program that was killed.
    guard place == .unconfirmed, machine.state.operation != .enabling else { return place }
    try await remove()
    return nil
  }

  private func access(_ witness: OutcomeWitness) -> ItemAccess {
    ItemAccess(authenticator: authenticator is any AskedByKeychain ? authenticator : witness, reason: reason)
  }

  private func begin(_ operation: BiometricLoginState.Operation) throws(AuthError) {
    switch handle(.begin(operation)) {
    case .refuseBusy: throw .session(.busy)
    case .refuseDisabled: throw .session(.notLoggedIn)
    case .refuseInvalidated: throw .person(.invalidated)
    case .run, .removeCopies, .none: break
    }
  }

  /// Ends an operation that failed, and says what of it the caller has to know.
  private func end(_ error: KeychainError, _ witness: OutcomeWitness) async -> AuthError {
    let problem = witness.outcome.flatMap(BiometricLoginProblem.init) ?? BiometricLoginProblem(error)
    await gate.enter()
    defer { gate.leave() }
    if handle(.failed(problem)) == .removeCopies { await removeCopies(problem) }
    return problem == .failed ? .keychain(error) : problem.error
  }

  @discardableResult
  func handle(_ event: BiometricLoginMachine.Event) -> BiometricLoginMachine.Action {
    let old = machine.state
    let action = machine.handle(event)
    if machine.state != old { for watcher in watchers.values { watcher.yield(machine.state) } }
    return action
  }

  /// Removes what is worthless, and tells of it; only behind the gate.
  ///
  /// - Parameter reason: Why; `nil` when the session ended.
  /// - Returns: Why something may be left, if so.
  @discardableResult
  func removeCopies(_ reason: BiometricLoginProblem?) async -> BiometricLoginProblem? {
    let event = SecurityEvent("authentication.biometric.ended", .authentication, .notice)
      .with("changed", .flag(reason == .biometricsChanged))
    do throws(KeychainError) {
      try await remove()
      events.record(event.with("left", .flag(false)))
      return nil
    } catch {
      events.record(event.with("left", .flag(true)))
      return BiometricLoginProblem(error)
    }
  }

  private func forget(_ watcher: Int) { watchers[watcher] = nil }
}

extension BiometricLogin: RotationListener {
  /// Seals the session's new refresh token in place of the old one; nobody is asked.
  ///
  /// When that fails the old one is removed, so that nobody shows it to the server again.
  ///
  /// - Parameter refreshToken: The new token.
  /// - Returns: Whether there is a login, and it has the new token.
  @discardableResult
  public func reseal(_ refreshToken: SecretText) async -> Bool {
    await gate.enter()
    defer { gate.leave() }
    do throws(KeychainError) {
      guard let place = try await wanted() else { return false }
      guard let key = try await stored.publicKey() else { throw .invalidated }
      try await stored.store(refreshToken, to: key, in: place)
      handle(.resealed(nil))
      return true
    } catch {
      let problem = BiometricLoginProblem(error)
      handle(.resealed(problem))
      await removeCopies(problem)
      return false
    }
  }

  /// Seals the new token.
  public func refreshTokenChanged(to refreshToken: SecretText) async { await reseal(refreshToken) }

  /// Removes every copy; a failure is seen in ``state`` and told to the security events.
  public func sessionEnded() async {
    await gate.enter()
    defer { gate.leave() }
    let problem = await removeCopies(nil)
    handle(.ended(problem))
  }
}

/// What a screen needs to know of a biometric login.
public struct BiometricLoginState: Sendable, Hashable {
  /// Whether there is a login.
  public enum Phase: Sendable, Hashable, CaseIterable {
    /// Nobody has looked yet.
    case unknown
    /// There is none.
    case disabled
    /// There is one.
    case enabled
    /// There was one until another finger or face was enrolled; it has to be enabled again.
    case invalidated
  }

  /// What is being done.
  public enum Operation: Sendable, Hashable, CaseIterable {
    /// A login is being stored.
    case enabling
    /// The person is being asked.
    case authenticating
    /// The login is being removed.
    case disabling
  }

  /// Whether there is a login.
  public internal(set) var phase = Phase.unknown
  /// What is being done; `nil` for nothing.
  public internal(set) var operation: Operation?
  /// Why the last operation did not succeed; `nil` when it did.
  public internal(set) var problem: BiometricLoginProblem?

  init() {}

  /// Whether a button for it makes sense.
  public var isEnabled: Bool { phase == .enabled }
}

/// What a biometric login asks of the person.
public enum BiometricPolicy: Sendable, Hashable, CaseIterable {
  /// One of the fingers or faces that are enrolled now; enrolling another one ends the login.
  case currentBiometrics
  /// Biometrics or the device's passcode; enrolling another finger changes nothing.
  case biometricsOrPasscode

  /// The rule that the key is stored by; it stays on this device and goes with its passcode.
  public var accessControl: AccessControl {
    switch self {
    case .currentBiometrics: AccessControl(.whenPasscodeSetThisDeviceOnly, .biometryCurrentSet)
    case .biometricsOrPasscode: AccessControl(.whenPasscodeSetThisDeviceOnly, .userPresence)
    }
  }
}

/// An authenticator that only says that the person may be asked: the keychain does it by itself, and would ask twice of
/// anything put in between.
package protocol AskedByKeychain: Authenticator {}

/// Asks through another authenticator and remembers the answer, of which the keychain's error tells less.
final class OutcomeWitness: Authenticator {
  private let asked: any Authenticator
  private let last = Protected<AuthenticationOutcome?>(nil)

  init(_ asked: any Authenticator) { self.asked = asked }

  var kind: AuthenticatorKind { asked.kind }

  /// The last answer; `nil` when nobody was asked here.
  var outcome: AuthenticationOutcome? { last.current }

  func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome {
    let outcome = await asked.authenticate(request)
    last.withLock { $0 = outcome }
    return outcome
  }

  func enrolmentState() async -> Data? { await asked.enrolmentState() }
}
