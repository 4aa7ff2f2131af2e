import CommandLineKit
import KeychainCommands
import OmamoriAuth
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriTransport

/// The logins in a keychain, and their sessions.
struct LoginBook {
  /// The service of the items that say which logins there are.
  private static let service = "omamori.login"
  /// The service of the items with the tokens.
  private static let sessionService = "omamori.session"

  private let opened: OpenedKeychain
  /// Where the lock files of the sessions are, the same for all processes that use the keychain.
  private let lockFolder: String

  /// Opens the keychain that the command line names.
  ///
  /// - Throws: ``CryptoFault``, `KeychainError`, `CancellationError`.
  init(_ arguments: Arguments, _ handles: KeychainHandles) async throws {
    opened = try await OpenedKeychain(arguments, handles)
    lockFolder = try handles.folder(arguments) + "/logins"
  }

  // MARK: - Logins

  /// All logins, by name.
  ///
  /// - Throws: `KeychainError`, ``AuthError``.
  func all() async throws -> [StoredLogin] {
    let found = try await opened.backend.find(
      Self.query(nil), withSecrets: true, access: opened.access)
    var logins: [StoredLogin] = []
    for item in found {
      guard case .text(let name)? = item.attributes[.account], let secret = item.secret else { continue }
      logins.append(try StoredLogin(name, secret))
    }
    return logins.sorted { $0.name < $1.name }
  }

  /// Stores a login, in place of the one of that name.
  func save(_ login: StoredLogin) async throws {
    let item = NewItem(
      .genericPassword, [.account: .text(login.name), .service: .text(Self.service)], secret: login.encoded(),
      accessibility: .whenUnlockedThisDeviceOnly)
    guard try await opened.backend.put(item, if: .always, access: opened.access) != nil else {
      throw KeychainError.contended
    }
  }

  /// Removes a login whose session is over.
  func remove(_ login: StoredLogin) async throws {
    _ = try await opened.backend.remove(Self.query(login.name))
  }

  private static func query(_ name: String?) -> ItemQuery {
    var attributes: ItemAttributes = [.service: .text(service)]
    if let name { attributes[.account] = .text(name) }
    return ItemQuery(.genericPassword, attributes, synchronizable: .no, limit: .all)
  }

  // MARK: - Sessions

  /// The session of a login, with a connection to its server.
  ///
  /// - Throws: ``CryptoFault``, ``AuthError``.
  func session(of login: StoredLogin) throws -> TokenSession {
    let exchange = try ServerOptions.session(trusting: login.authorities, from: login.name)
    return TokenSession(login.identity, grant: try login.client(over: exchange), store: try store(of: login))
  }

  /// What is stored of the session of a login; `nil` when there is none.
  func overview(of login: StoredLogin) async throws -> SessionOverview? {
    try await store(of: login).load().map { try SessionOverview($0, at: Date()) }
  }

  private func store(of login: StoredLogin) throws -> KeychainSessionStore {
    try FileManager.default.createDirectory(
      atPath: lockFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return try KeychainSessionStore(
      Keychain(service: Self.sessionService, backend: opened.backend), name: login.sessionName,
      isUsableWhileLocked: false, lockFolder: lockFolder)
  }
}
