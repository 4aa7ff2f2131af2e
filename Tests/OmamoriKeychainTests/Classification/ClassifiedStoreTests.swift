import Foundation
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import TestSupport
import Testing

/// A store that keeps what it is told of protection and enforces some of it.
private struct Lenient: KeychainBackend {
  let memory = MemoryKeychain()
  let capabilities: KeychainCapabilities
  func lockState() async -> KeychainLockState { await memory.lockState() }
  func changes() throws(KeychainError) -> KeychainChanges { try memory.changes() }
  func put(_ item: NewItem, if condition: PutCondition, access: ItemAccess) async throws(KeychainError)
    -> KeychainItem?
  {
    try await memory.put(item, if: condition, access: access)
  }
  func find(_ query: ItemQuery, withSecrets: Bool, access: ItemAccess) async throws(KeychainError)
    -> [KeychainItem]
  {
    try await memory.find(query, withSecrets: withSecrets, access: access)
  }
  func update(
    _ query: ItemQuery, _ changes: ItemChanges, access: ItemAccess
  ) async throws(KeychainError) -> Int { try await memory.update(query, changes, access: access) }
  func remove(_ query: ItemQuery) async throws(KeychainError) -> Int { try await memory.remove(query) }
  func transaction<Outcome: Sendable>(
    _ body: @escaping @Sendable (any KeychainTransaction) throws(KeychainError) -> Outcome
  ) async throws(KeychainError) -> Outcome { try await memory.transaction(body) }
}

@Suite struct ClassifiedStoreTests {
  private let folder: TemporaryFolder
  private let keychain = MemoryKeychain()
  private let store: ClassifiedStore
  private let marker = "s3cr3t-Marker-7f1d"

  init() throws {
    folder = try TemporaryFolder(permissions: 0o700)
    store = ClassifiedStore(folder: folder.path + "/data", keychain: keychain, service: "app")
    keychain.setPasscode(secret("1234"))
  }

  private func secret(_ text: String) -> SharedSecretBytes {
    SharedSecretBytes(SecretBytes(copying: Array(text.utf8)))
  }

  private var access: ItemAccess { ItemAccess(passphrase: secret("1234")) }

  /// All bytes below the folder, with the names of files.
  private func everything() throws -> Data {
    var bytes = Data()
    let enumerator = try #require(FileManager.default.enumerator(atPath: folder.path))
    for case let name as String in enumerator {
      bytes += Data(name.utf8)
      bytes += FileManager.default.contents(atPath: folder.path + "/" + name) ?? Data()
    }
    return bytes
  }

  @Test(arguments: DataClassification.allCases)
  func aValueComesBackAndGoes(classification: DataClassification) async throws {
    #expect(try await store.value(for: "name", as: classification) == nil)
    for text in ["one", "", "two \u{0} \u{1F510}"] {
      try await store.set(secret(text), for: "name", as: classification, access: access)
      #expect(try await store.value(for: "name", as: classification, access: access) == secret(text))
    }
    let bytes = SharedSecretBytes(SecretBytes(copying: [0xFF, 0, 0xFE]))
    try await store.set(bytes, for: "name", as: classification, access: access)
    #expect(try await store.value(for: "name", as: classification, access: access) == bytes)
    for other in DataClassification.allCases where other != classification {
      #expect(try await store.value(for: "name", as: other, access: access) == nil)
    }
    #expect(try await store.remove("name", as: classification))
    #expect(try await !store.remove("name", as: classification))
    #expect(try await store.value(for: "name", as: classification, access: access) == nil)
  }

  @Test func filesWithoutTheirKeysAreNotNone() async throws {
    try await store.set(secret("one"), for: "name", as: .internal)
    let keys = ItemQuery(.genericPassword, [.account: .text("encrypted files")], limit: .all)
    let item = try #require(try await keychain.find(keys, withSecrets: true).first)
    #expect(try await keychain.remove(keys) == 1)
    await #expect(throws: KeychainError.invalidated) { try await store.value(for: "name", as: .internal) }
    await #expect(throws: KeychainError.invalidated) { try await store.remove("name", as: .internal) }
    await #expect(throws: KeychainError.invalidated) {
      try await store.set(secret("two"), for: "other", as: .internal)
    }
    #expect(try await keychain.find(keys).isEmpty)
    _ = try await keychain.add(
      NewItem(
        .genericPassword, [.service: .text("app"), .account: .text("encrypted files")], secret: item.secret,
        accessibility: item.accessibility))
    #expect(try await store.value(for: "name", as: .internal) == secret("one"))
  }

  @Test(arguments: DataClassification.allCases)
  func aValueIsWhereItBelongs(classification: DataClassification) async throws {
    try await store.set(secret(marker), for: "very-special-name", as: classification, access: access)
    let files = try everything()
    #expect((files.range(of: Data(marker.utf8)) != nil) == (classification == .public))
    #expect((files.range(of: Data("very-special-name".utf8)) != nil) == (classification == .public))
    let items = try await keychain.find(ItemQuery(.genericPassword, limit: .all))
    let item = items.first { $0.attributes.text(.account)?.contains("very-special-name") == true }
    switch classification {
    case .public: #expect(items.isEmpty)
    case .internal: #expect(item == nil && items.count == 1)
    case .confidential:
      #expect(item?.accessibility == .whenUnlockedThisDeviceOnly && item?.accessControl == nil)
      #expect(files.isEmpty)
    case .restricted:
      #expect(item?.accessControl?.constraints == .userPresence)
      #expect(item?.accessibility == .whenPasscodeSetThisDeviceOnly)
      await #expect(throws: KeychainError.self) {
        try await store.value(for: "very-special-name", as: .restricted)
      }
    }
  }

  @Test func everyWeakerPlaceIsRefusedAndEveryStrongerOneTaken() async throws {
    for classification in DataClassification.allCases {
      for place in StoragePlace.allCases {
        if place < classification.decision.place {
          await #expect(throws: KeychainError.classification(.place)) {
            try await store.set(secret("x"), for: "n", as: classification, in: place)
          }
          await #expect(throws: KeychainError.classification(.place)) {
            try await store.value(for: "n", as: classification, in: place)
          }
        } else {
          try await store.set(secret("x"), for: "n", as: classification, in: place, access: access)
          #expect(
            try await store.value(for: "n", as: classification, in: place, access: access) == secret("x"))
          #expect(try await store.remove("n", as: classification, in: place))
        }
      }
    }
  }

  @Test func aTextIsRefusedWhereMemoryHasToBeWiped() async throws {
    try await store.set("dark", for: "theme", as: .public)
    try await store.set("someone@example.com", for: "mail", as: .internal)
    for classification in [DataClassification.confidential, .restricted] {
      await #expect(throws: KeychainError.classification(.memory)) {
        try await store.set("x", for: "n", as: classification)
      }
    }
  }

  @Test func aLockedKeychainNeverMakesANewKey() async throws {
    try await store.set(secret("first"), for: "n", as: .internal)
    keychain.setLockState(.beforeFirstUnlock)
    await #expect(throws: KeychainError.locked) { try await store.value(for: "n", as: .internal) }
    await #expect(throws: KeychainError.locked) { try await store.set(secret("x"), for: "n", as: .internal) }
    keychain.setLockState(.unlocked)
    #expect(try await store.value(for: "n", as: .internal) == secret("first"))
  }

  @Test func twoStoresMakeOneKey() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let other = ClassifiedStore(folder: folder.path + "/data", keychain: keychain, service: "app")
          try await other.set(secret("value \(number)"), for: "name \(number)", as: .internal)
          try await other.set("value \(number)", for: "name \(number)", as: .public)
        }
      }
      try await group.waitForAll()
    }
    for number in 0..<8 {
      for classification in [DataClassification.public, .internal] {
        let value = try await store.value(for: "name \(number)", as: classification)
        #expect(value == secret("value \(number)"))
      }
    }
  }

  @Test func filesArePrivateAndAnOpenFolderIsRefused() async throws {
    try await store.set("x", for: "n", as: .public)
    try await store.set("x", for: "n", as: .internal)
    let path = folder.path + "/data"
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      let mode =
        try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    await #expect(throws: KeychainError.insecurePermissions(.folder)) {
      try await store.set("y", for: "n", as: .public)
    }
  }

  @Test(arguments: [DataClassification.public, .internal])
  func nothingIsReadThatOthersCanUse(classification: DataClassification) async throws {
    let path = folder.path + "/data"
    func setMode(_ mode: Int, _ path: String) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    #expect(try await store.value(for: "n", as: classification) == nil)
    try await store.set("x", for: "n", as: classification)
    for mode in [0o755, 0o750, 0o707] {
      try setMode(mode, path)
      await #expect(throws: KeychainError.insecurePermissions(.folder)) {
        try await store.value(for: "n", as: classification)
      }
      await #expect(throws: KeychainError.insecurePermissions(.folder)) {
        try await store.set("y", for: "n", as: classification)
      }
    }
    try setMode(0o700, path)
    let files = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != ".lock" }
    for mode in [0o644, 0o620] {
      for file in files { try setMode(mode, path + "/" + file) }
      await #expect(throws: KeychainError.insecurePermissions(.dataFile)) {
        try await store.value(for: "n", as: classification)
      }
    }
    for file in files { try setMode(0o600, path + "/" + file) }
    #expect(try await store.value(for: "n", as: classification) == secret("x"))
    try FileManager.default.moveItem(atPath: path, toPath: path + "2")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + "2")
    await #expect(throws: KeychainError.insecurePermissions(.folder)) {
      try await store.value(for: "n", as: classification)
    }
  }

  @Test func damagedFilesAreReportedAndNotReplaced() async throws {
    try await store.set("x", for: "n", as: .public)
    try await store.set("x", for: "n", as: .internal)
    let path = folder.path + "/data"
    let sealed = try #require(
      try FileManager.default.contentsOfDirectory(atPath: path).first { $0.hasSuffix(".sealed") })
    var bytes = try #require(FileManager.default.contents(atPath: "\(path)/\(sealed)"))
    bytes[bytes.count - 1] ^= 1
    try bytes.write(to: URL(fileURLWithPath: "\(path)/\(sealed)"))
    await #expect(throws: KeychainError.corrupt(.dataFile)) { try await store.value(for: "n", as: .internal) }
    for text in ["", "{", "[]", #"{"version":1}"#, #"{"values":{}}"#] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/preferences.json"))
      await #expect(throws: KeychainError.corrupt(.dataFile)) { try await store.value(for: "n", as: .public) }
      await #expect(throws: KeychainError.corrupt(.dataFile)) {
        try await store.set("y", for: "n", as: .public)
      }
      #expect(FileManager.default.contents(atPath: path + "/preferences.json") == Data(text.utf8))
    }
    try Data(#"{"version":2,"values":{}}"#.utf8).write(to: URL(fileURLWithPath: path + "/preferences.json"))
    await #expect(throws: KeychainError.newerFormat(version: 2)) {
      try await store.value(for: "n", as: .public)
    }
  }

  @Test func namesAndValuesAreBounded() async throws {
    await #expect(throws: KeychainError.invalidRequest(.emptyName)) {
      try await store.set("x", for: "", as: .public)
    }
    let long = String(repeating: "n", count: ClassifiedStore.greatestName + 1)
    await #expect(throws: KeychainError.tooLarge(limit: 256)) {
      try await store.set("x", for: long, as: .internal)
    }
    let large = String(repeating: "n", count: ClassifiedStore.greatestValue + 1)
    await #expect(throws: KeychainError.tooLarge(limit: 1 << 20)) {
      try await store.set(large, for: "n", as: .internal)
    }
  }

  @Test func theDecisionNamesTheFirstReason() throws {
    let restricted = DataClassification.restricted.decision
    let control = AccessControl(.whenPasscodeSetThisDeviceOnly, .biometryCurrentSet)
    try restricted.check(place: .guardedKeychainItem, accessControl: control)
    let refusals: [(ClassificationFault, () throws(KeychainError) -> Void)] = [
      (.place, { () throws(KeychainError) in try restricted.check(place: .keychainItem) }),
      (
        .memory,
        { () throws(KeychainError) in
          try restricted.check(place: .guardedKeychainItem, accessControl: control, memory: .redacted)
        }
      ),
      (
        .accessibility,
        { () throws(KeychainError) in
          try restricted.check(
            place: .guardedKeychainItem, accessControl: AccessControl(.whenUnlocked, .userPresence))
        }
      ),
      (
        .accessControl,
        { () throws(KeychainError) in
          try restricted.check(
            place: .guardedKeychainItem, accessControl: AccessControl(.whenPasscodeSetThisDeviceOnly, [.or]))
        }
      ),
      (
        .synchronizable,
        { () throws(KeychainError) in
          try restricted.check(place: .guardedKeychainItem, accessControl: control, isSynchronizable: true)
        }
      ),
      (
        .backup,
        { () throws(KeychainError) in
          try restricted.check(place: .guardedKeychainItem, accessControl: control, isBackedUp: true)
        }
      ),
    ]
    for (fault, body) in refusals {
      do throws(KeychainError) {
        try body()
        Issue.record("\(fault) was not noticed")
      } catch {
        #expect(error == .classification(fault))
        #expect(!error.message(in: .ja).isEmpty && error.description.hasSuffix("."))
      }
    }
  }

  @Test func aKeychainThatDoesNotEnforceIsTooWeak() async throws {
    let all = keychain.capabilities
    let cases: [(KeychainCapabilities, DataClassification, KeychainError)] = [
      (all.subtracting(.accessibility), .confidential, .unsupported(.accessibility)),
      (all.subtracting(.accessibility), .restricted, .unsupported(.accessibility)),
      (all.subtracting(.accessControl), .restricted, .unsupported(.accessControl)),
    ]
    for (capabilities, classification, error) in cases {
      let lenient = Lenient(capabilities: capabilities)
      lenient.memory.setPasscode(secret("1234"))
      let store = ClassifiedStore(folder: folder.path + "/weak", keychain: lenient, service: "app")
      await #expect(throws: error) {
        try await store.set(secret("one"), for: "name", as: classification, access: access)
      }
      #expect(try await lenient.find(ItemQuery(.genericPassword, limit: .all)).isEmpty)
    }
    let lenient = Lenient(capabilities: all.subtracting(.accessControl))
    let store = ClassifiedStore(folder: folder.path + "/weak", keychain: lenient, service: "app")
    try await store.set(secret("one"), for: "name", as: .confidential)
    #expect(try await store.value(for: "name", as: .confidential) == secret("one"))
  }

  @Test func strictnessIsAnOrder() {
    for one in ItemAccessibility.allCases {
      #expect(one.isAtLeastAsStrict(as: one))
      #expect(ItemAccessibility.whenPasscodeSetThisDeviceOnly.isAtLeastAsStrict(as: one))
      #expect(one.isAtLeastAsStrict(as: .afterFirstUnlock))
      for other in ItemAccessibility.allCases where one != other && one.isAtLeastAsStrict(as: other) {
        #expect(!other.isAtLeastAsStrict(as: one))
      }
    }
    #expect(!ItemAccessibility.whenUnlocked.isAtLeastAsStrict(as: .afterFirstUnlockThisDeviceOnly))
  }
}
