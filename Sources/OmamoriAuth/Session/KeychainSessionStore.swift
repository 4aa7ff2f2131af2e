import OmamoriCore
import OmamoriCrypto
public import OmamoriKeychain

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

  private static func session(of item: Item) throws(KeychainError) -> StoredSession {
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
