import OmamoriCore
import OmamoriCrypto
public import OmamoriKeychain

/// Where a session is kept, for all processes or machines that share it; a port.
///
/// Safe to use from any thread; no call blocks the caller's executor.
public protocol TokenSessionStore: Sendable {
  /// How long a process that lost its lock may still be waiting for an answer.
  ///
  /// Zero where a lock ends only with the process that held it, so that whoever gets the lock knows that nobody else is
  /// at work.
  var settlingTime: Duration { get }

  /// Reads the session.
  ///
  /// - Returns: The session; `nil` only when there is none.
  /// - Throws: ``AuthError``.
  func load() async throws(AuthError) -> StoredSession?

  /// Writes the session, if nobody else has written since; it is on the disk when this returns.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - generation: The number of the session that it replaces; `nil` when there must be none.
  /// - Throws: ``AuthError``; `session(.conflict)` when another one is there, which stays.
  func save(_ session: StoredSession, replacing generation: UInt64?) async throws(AuthError)

  /// Waits until nobody else refreshes the session.
  ///
  /// - Parameter limit: How long to wait at most.
  /// - Returns: The lock, which is held until it is released or the process ends.
  /// - Throws: ``AuthError``; `session(.busy)` when it took too long.
  func lock(within limit: Duration) async throws(AuthError) -> any SessionLock
}

/// A store for as long as the process lives, for tests and for sessions that are not to be kept.
///
/// Safe to use from any thread.
public final class MemorySessionStore: TokenSessionStore {
  private struct State {
    var session: StoredSession?
    var isLocked = false
  }

  private let state = Protected(State())

  /// Makes an empty store.
  public init() {}

  /// Nobody can lose a lock here.
  public var settlingTime: Duration { .zero }

  /// The session; `nil` when there is none.
  public func load() async throws(AuthError) -> StoredSession? { state.withLock { $0.session } }

  /// Keeps a session in place of the one with this number.
  public func save(_ session: StoredSession, replacing generation: UInt64?) async throws(AuthError) {
    let isSaved = state.withLock { state in
      guard state.session?.generation == generation else { return false }
      state.session = session
      return true
    }
    guard isSaved else { throw .session(.conflict) }
  }

  /// Waits until nobody else refreshes the session.
  public func lock(within limit: Duration) async throws(AuthError) -> any SessionLock {
    try await LockPolling.acquire(within: limit) { [state] () throws(AuthError) -> (any SessionLock)? in
      let isFree = state.withLock { state in
        defer { state.isLocked = true }
        return !state.isLocked
      }
      return isFree ? Lock(state) : nil
    }
  }

  private final class Lock: SessionLock {
    private let state: Protected<State>
    private let isHeld = Protected(true)

    init(_ state: Protected<State>) { self.state = state }

    deinit { free() }

    func release() async { free() }

    private func free() {
      let wasHeld = isHeld.withLock { isHeld in
        defer { isHeld = false }
        return isHeld
      }
      if wasHeld { state.withLock { $0.isLocked = false } }
    }
  }
}

/// A session in a keychain, shared by the processes of a machine or by an app and its extensions.
///
/// One item holds everything; it stays on this device, since two devices with one refresh token end each other's session.
/// It is replaced in one step, and only if nobody else did so meanwhile. Safe to use from any thread.
public struct KeychainSessionStore: TokenSessionStore {
  private let backend: any KeychainBackend
  private let service: String
  private let accessGroup: String?
  private let name: String
  private let accessibility: ItemAccessibility
  private let lockFile: String

  /// Makes a store in a keychain.
  ///
  /// - Parameters:
  ///   - keychain: The keychain; its service and access group are those of the item.
  ///   - name: The item's name; every session has its own.
  ///   - isUsableWhileLocked: Whether the session can be used while the device is locked, from its first unlocking on.
  ///   - lockFolder: The folder of the lock file, which has to be there and be the same for all processes: on Apple
  ///     systems the container of the app group. Every process that uses the item has to be able to write to it.
  /// - Throws: ``AuthError/keychain(_:)`` for an empty name.
  public init(
    _ keychain: Keychain, name: String = "token-session",
    isUsableWhileLocked: Bool = true, lockFolder: String
  ) throws(AuthError) {
    guard !name.isEmpty, !keychain.service.isEmpty else { throw .keychain(.invalidRequest(.emptyName)) }
    (backend, service, accessGroup) = (keychain.backend, keychain.service, keychain.accessGroup)
    self.name = name
    accessibility = isUsableWhileLocked ? .afterFirstUnlockThisDeviceOnly : .whenUnlockedThisDeviceOnly
    // A name that says nothing of the service, and that no character of it can lead elsewhere.
    let digest = SHA256.hash(
      data: Data((keychain.service + "\u{0}" + (accessGroup ?? "") + "\u{0}" + name).utf8))
    lockFile = lockFolder + "/" + Base64URL.encode(Array(digest.prefix(15))) + ".lock"
  }

  /// The kernel frees the lock only when its holder is done or gone.
  public var settlingTime: Duration { .zero }

  /// Reads the session.
  public func load() async throws(AuthError) -> StoredSession? {
    do throws(KeychainError) {
      guard let item = try await backend.find(query, withSecrets: true, access: .none).first else {
        return nil
      }
      return try Self.session(of: item)
    } catch {
      throw .keychain(error)
    }
  }

  /// Writes the session, if nobody else has written since.
  public func save(_ session: StoredSession, replacing generation: UInt64?) async throws(AuthError) {
    let isSaved: Bool
    do throws(KeychainError) {
      isSaved = try await replace(session, generation)
    } catch .contended {
      isSaved = false
    } catch {
      throw .keychain(error)
    }
    guard isSaved else { throw .session(.conflict) }
  }

  /// Waits until nobody else refreshes the session.
  public func lock(within limit: Duration) async throws(AuthError) -> any SessionLock {
    try await LockPolling.acquire(within: limit) { [lockFile] () throws(AuthError) -> (any SessionLock)? in
      try FileLock.take(lockFile)
    }
  }

  private func replace(_ session: StoredSession, _ generation: UInt64?) async throws(KeychainError) -> Bool {
    let found = try await backend.find(query, withSecrets: true, access: .none).first
    guard try found.map(Self.session)?.generation == generation else { return false }
    let condition = found.map { PutCondition.version($0.version) } ?? .absent
    return try await backend.put(item(session), if: condition, access: .none) != nil
  }

  private func item(_ session: StoredSession) -> NewItem {
    NewItem(
      .genericPassword,
      [.account: .text(name), .service: .text(service)], secret: Self.content(of: session),
      accessGroup: accessGroup, isSynchronizable: false, accessibility: accessibility, accessControl: nil)
  }

  private var query: ItemQuery {
    ItemQuery(
      .genericPassword, [.service: .text(service), .account: .text(name)], accessGroup: accessGroup,
      synchronizable: .no, limit: .one)
  }

  /// The number of the session and its content, in one secret.
  private static func content(of session: StoredSession) -> SharedSecretBytes {
    var writer = SecretWriter()
    writer.integer(session.generation)
    writer.secret(SecretText(session.content.copy()))
    return SharedSecretBytes(writer.secret())
  }

  private static func session(of item: KeychainItem) throws(KeychainError) -> StoredSession {
    guard let secret = item.secret else { throw .wrongType }
    do throws(AuthError) {
      var reader = ByteReader(session: secret.bytes)
      let generation = try reader.number(UInt64.self)
      guard let content = try reader.secretText(limit: SessionRecord.greatestSize) else {
        throw reader.error()
      }
      try reader.end()
      return StoredSession(
        generation: generation, content: SharedSecretBytes(content.withBytes { SecretBytes(copying: $0) }))
    } catch {
      throw .corrupt(.item)
    }
  }
}
