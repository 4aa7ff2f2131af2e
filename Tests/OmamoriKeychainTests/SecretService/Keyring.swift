import Foundation
import OmamoriCore
import OmamoriDBus
import TestSupport

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// A gnome-keyring of a test's own, with a collection `login` that is unlocked.
final class Keyring: Sendable {
  static let isPossible =
    PrivateBus.isPossible && Program.areInstalled("gnome-keyring-daemon")

  static let service = "org.freedesktop.secrets"
  static let root = "/org/freedesktop/secrets"
  private static let password = "testpw"

  let bus: PrivateBus
  let connection: BusConnection
  private let daemon = Protected<ServedProgram?>(nil)

  init() async throws {
    bus = try PrivateBus()
    connection = try await bus.connect()
    try FileManager.default.createDirectory(
      atPath: bus.folder.path(".local/share/keyrings"), withIntermediateDirectories: true)
    try bus.folder.write(Self.password, to: "password")
    try await start()
  }

  deinit { daemon.current?.end() }

  /// Starts the service, as a login does.
  func start() async throws {
    let command =
      "exec /usr/bin/gnome-keyring-daemon --foreground --unlock --components=secrets < \"$HOME/password\""
    let process = try bus.start(["/bin/sh", "-c", command])
    daemon.withLock { $0 = process }
    try await bus.wait(for: Self.service, on: connection)
    // The name is taken before the collection is open.
    for _ in 0..<250 {
      let call = BusCall.property(
        Self.service, Self.root, "org.freedesktop.Secret.Service", "Collections")
      let paths = try? await connection.call(call).first?.variantValue?.objectPaths
      if paths?.contains(Self.root + "/collection/login") == true { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw BusError.timedOut
  }

  /// Ends the service.
  func end(_ signal: Int32 = SIGTERM) async throws {
    daemon.current?.end(signal)
    while try await connection.call(.bus("NameHasOwner", [.string(Self.service)])) == [.bool(true)] {
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  var dataFolder: String { bus.folder.path + "/.local/share" }

  func options(
    collection: String = "default", hidesNames: Bool = true, timeout: Duration = .seconds(10)
  ) -> SecretServiceOptions {
    SecretServiceOptions(
      collection: collection, hidesNames: hidesNames, busAddress: bus.address, timeout: timeout)
  }

  func keychain(hidesNames: Bool = true) -> SecretServiceKeychain {
    SecretServiceKeychain(options(hidesNames: hidesNames))
  }

  @discardableResult
  func call(_ member: String, _ arguments: [BusValue], interface: String = "org.freedesktop.Secret.Service")
    async throws -> [BusValue]
  {
    try await connection.call(BusCall(Self.service, Self.root, interface, member, arguments))
  }

  func lock(_ collection: String = "/org/freedesktop/secrets/collection/login") async throws {
    try await call("Lock", [.array(of: "o", [.path(collection)])])
  }

  func unlock() async throws {
    let session = try requireSession(await call("OpenSession", [.string("plain"), .variant(.string(""))]))
    try await call(
      "UnlockWithMasterPassword",
      [.path(Self.root + "/collection/login"), Self.secret(Self.password, session)],
      interface: "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface")
  }

  /// Makes a collection with an empty password, which gnome-keyring keeps in clear, and makes it the default one.
  func makePasswordless() async throws -> String {
    let session = try requireSession(await call("OpenSession", [.string("plain"), .variant(.string(""))]))
    let label = BusDictionary(variants: ["org.freedesktop.Secret.Collection.Label": .string("plain")])
    let answer = try await call(
      "CreateWithMasterPassword", [.dictionary(label), Self.secret("", session)],
      interface: "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface")
    let path = answer.first?.objectPath ?? ""
    try await call("SetAlias", [.string("default"), .path(path)])
    return path
  }

  private static func secret(_ text: String, _ session: String) -> BusValue {
    .structure([.path(session), .bytes([]), .bytes(Array(text.utf8)), .string("text/plain")])
  }

  private func requireSession(_ answer: [BusValue]) throws -> String {
    guard answer.count == 2, let path = answer[1].objectPath else { throw BusError.malformed }
    return path
  }

  /// Everything in the files of the keyrings.
  func files() throws -> [UInt8] {
    let folder = bus.folder.url.appending(path: ".local/share/keyrings")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "keyring" }.flatMap { try Data(contentsOf: $0) }
  }
}
