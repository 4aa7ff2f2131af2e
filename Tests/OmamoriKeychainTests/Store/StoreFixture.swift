import Foundation
import OmamoriCore
import OmamoriCrypto

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// A store in a folder of its own, with keys that are made for it and no slots.
final class StoreFixture {
  let folder: URL
  let id: StoreID
  let ring: KeyRing
  let store: Store

  /// Makes a store, unlocked unless told otherwise.
  init(in base: URL = FileManager.default.temporaryDirectory, isDurable: Bool = false) throws {
    folder = base.appending(path: "store-\(UUID().uuidString)")
    try StoreLocation.makeFolder(folder.path)
    (id, ring) = (try StoreID(), Self.ring())
    let location = try StoreLocation(opening: folder.path)
    try Store.create(in: location, id, Self.header, ring)
    store = try Store(opening: location, isDurable: isDurable)
    try store.use(ring, keybagGeneration: 1)
  }

  deinit {
    store.close()
    try? FileManager.default.removeItem(at: folder)
  }

  static let header = StoreHeader(
    keybagGeneration: 1, keybag: [1, 2, 3], slots: [.init(id: [1], record: [4, 5])])

  /// The same store as another process would open it.
  func opened(unlocked: Bool = true) throws -> Store {
    let other = try Store(opening: StoreLocation(opening: folder.path), isDurable: false)
    if unlocked { try other.use(ring, keybagGeneration: 1) }
    return other
  }

  /// New keys for all classes.
  static func ring() -> KeyRing {
    var classes: [ItemAccessibility: ClassKeys] = [:]
    for accessibility in ItemAccessibility.allCases {
      classes[accessibility] = ClassKeys(
        metadata: SymmetricKey(size: .bits256), secret: SymmetricKey(size: .bits256))
    }
    return KeyRing(
      classes: classes, index: SymmetricKey(size: .bits256), integrity: SymmetricKey(size: .bits256))
  }

  /// What is left of the keys when the screen is locked.
  var screenLocked: KeyRing {
    KeyRing(
      classes: ring.classes.filter { $0.key.survivesLocking }, index: ring.index, integrity: ring.integrity)
  }

  func bytes(of name: String = StoreLocation.fileName) -> [UInt8] {
    (try? [UInt8](Data(contentsOf: folder.appending(path: name)))) ?? []
  }

  func write(_ bytes: [UInt8], to name: String = StoreLocation.fileName) throws {
    let handle = try FileHandle(forWritingTo: folder.appending(path: name))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: bytes)
    try handle.close()
  }
}

/// Items and queries that tests use.
enum Sample {
  static let groups = AccessGroups(default: "default")

  /// All passwords.
  static let everything = ItemQuery(.genericPassword, synchronizable: .any, limit: .all)

  /// A password of an account.
  static func password(
    _ account: String, _ secret: String = "s3cret", service: String = "service",
    _ accessibility: ItemAccessibility = .whenUnlocked
  ) -> NewItem {
    NewItem(
      .genericPassword, [.account: .text(account), .service: .text(service)], secret: self.secret(secret),
      accessibility: accessibility)
  }

  /// The password of an account.
  static func query(_ account: String, service: String = "service") -> ItemQuery {
    ItemQuery(.genericPassword, [.account: .text(account), .service: .text(service)])
  }

  static func secret(_ text: String) -> SharedSecretBytes {
    SharedSecretBytes(SecretBytes(copying: Array(text.utf8)))
  }
}

extension Store {
  @discardableResult
  func put(_ item: NewItem, if condition: PutCondition = .always) throws(KeychainError) -> KeychainItem? {
    try change(Sample.groups) { transaction throws(KeychainError) in try transaction.put(item, if: condition)
    }
  }

  func all(
    _ query: ItemQuery = Sample.everything, _ depth: FoundRow.Depth = .secret
  ) throws(KeychainError) -> [FoundRow] {
    try find(query, Sample.groups, depth)
  }

  @discardableResult
  func update(_ query: ItemQuery, _ changes: ItemChanges) throws(KeychainError) -> Int {
    try change(Sample.groups) { transaction throws(KeychainError) in try transaction.update(query, changes) }
  }

  @discardableResult
  func remove(_ query: ItemQuery) throws(KeychainError) -> Int {
    try change(Sample.groups) { transaction throws(KeychainError) in try transaction.remove(query) }
  }
}

extension FoundRow {
  /// The secret as a text.
  var text: String? {
    guard case .value(let secret) = secret else { return nil }
    return secret.withBytes { String(decoding: $0.array, as: UTF8.self) }
  }
}
