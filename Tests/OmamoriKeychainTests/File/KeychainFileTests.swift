import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

@Suite struct KeychainFileTests {
  @Test func isMadeOpenedAndUnlocked() async throws {
    let fixture = try FileFixture()
    let made = try await fixture.create()
    #expect(await made.lockState() == .unlocked)
    try await made.put(Sample.password("alice", "one"))
    await made.close()
    await #expect(throws: KeychainError.unavailable(.store)) { try await made.texts() }
    await #expect(throws: KeychainError.storeExists) { try await fixture.create() }
    let opened = try await fixture.open()
    #expect(await opened.lockState() == .beforeFirstUnlock)
    await #expect(throws: KeychainError.locked) { try await opened.texts() }
    await #expect(throws: KeychainError.wrongCredential) {
      try await opened.unlock(with: .passphrase(FileFixture.passphrase("wrong")))
    }
    #expect(await opened.lockState() == .beforeFirstUnlock)
    try await opened.unlock(with: .passphrase(FileFixture.passphrase()))
    #expect(try await opened.texts() == ["one"])
    #expect(opened.rollbackProtection == .unavailable)
    let report = try await opened.verify()
    #expect(report.problems.isEmpty && report.intact == 1 && report.unopened == 0)
    withExtendedLifetime(fixture) {}
  }

  @Test func filesArePrivateAndOthersAreRefused() async throws {
    let fixture = try FileFixture()
    let mask = umask(0)
    let file = try await fixture.create()
    umask(mask)
    try await file.put(Sample.password("a"))
    for name in try FileManager.default.contentsOfDirectory(atPath: fixture.path) where name != "CACHEDIR.TAG"
    {
      let rights = try FileManager.default.attributesOfItem(atPath: fixture.path + "/" + name)
      #expect(rights[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    await file.close()
    func expectRefusal(_ place: KeychainPlace, _ sourceLocation: SourceLocation = #_sourceLocation) async {
      await #expect(throws: KeychainError.insecurePermissions(place), sourceLocation: sourceLocation) {
        try await fixture.open()
      }
    }
    unsafe chmod(fixture.path, 0o750)
    await expectRefusal(.folder)
    unsafe chmod(fixture.path, 0o700)
    unsafe chmod(fixture.path + "/keychain.db", 0o640)
    await expectRefusal(.store)
    unsafe chmod(fixture.path + "/keychain.db", 0o600)
    unsafe link(fixture.path + "/keychain.db", fixture.path + "/second")
    await expectRefusal(.store)
    unsafe unlink(fixture.path + "/second")
    unsafe rename(fixture.path + "/keychain.db", fixture.path + "/moved")
    unsafe symlink("moved", fixture.path + "/keychain.db")
    await expectRefusal(.store)
    unsafe unlink(fixture.path + "/keychain.db")
    await #expect(throws: KeychainError.unavailable(.store)) { try await fixture.open() }
    let alias = fixture.path + "-alias"
    unsafe symlink(fixture.path, alias)
    defer { unsafe unlink(alias) }
    await #expect(throws: KeychainError.insecurePermissions(.folder)) {
      try await KeychainFile.open(at: alias)
    }
    withExtendedLifetime(fixture) {}
  }

  @Test func locksAndUnlocks() async throws {
    let fixture = try FileFixture()
    let file = try await fixture.create()
    try await file.put(Sample.password("open", "1", .afterFirstUnlock))
    try await file.put(Sample.password("closed", "2"))
    try await file.put(Sample.password("passcode", "3", .whenPasscodeSetThisDeviceOnly))
    await file.lock()
    #expect(await file.lockState() == .locked)
    #expect(try await file.texts(Sample.query("open")) == ["1"])
    await #expect(throws: KeychainError.locked) { try await file.texts(Sample.query("closed")) }
    await file.lock(.everything)
    await #expect(throws: KeychainError.locked) { try await file.texts(Sample.query("open")) }
    try await file.unlock(with: .passphrase(FileFixture.passphrase()))
    #expect(try await file.texts() == ["1", "2", "3"])
    withExtendedLifetime(fixture) {}
  }

  @Test func locksAfterIdleTime() async throws {
    let fixture = try FileFixture()
    let file = try await fixture.create(
      KeychainFileOptions(isDurable: false, idleTimeout: .milliseconds(150)))
    while file.store.lockState != .locked { try await Task.sleep(for: .milliseconds(20)) }
    #expect(await file.lockState() == .locked)
    await #expect(throws: KeychainError.locked) { try await file.put(Sample.password("a")) }
    withExtendedLifetime(fixture) {}
  }

  @Test func slotsComeAndGo() async throws {
    let fixture = try FileFixture()
    let (one, two) = (try await fixture.create(), try await fixture.unlocked())
    try await one.put(Sample.password("a", "1", .whenPasscodeSetThisDeviceOnly))
    let code = try RecoveryCode()
    let added = try await one.addSlot(NewSlot("paper", .recoveryCode(code)))
    await #expect(throws: KeychainError.denied) {
      try await one.addSlot(FileFixture.slot("other", named: "x"))
    }
    try await one.addSlot(FileFixture.slot("other", named: "x"), proof: FileFixture.passphrase())
    #expect(try await one.slots().map(\.name) == ["first", "paper", "x"])
    // The other process takes the change over through the slots that it knows.
    #expect(try await two.texts() == ["1"])
    try await two.put(Sample.password("b", "2"))
    #expect(try await one.texts() == ["1", "2"])
    try await two.removeSlot(try #require(try await two.slots().first { $0.name == "x" }).id)
    let third = try await fixture.open()
    await #expect(throws: KeychainError.wrongCredential) {
      try await third.unlock(with: .passphrase(FileFixture.passphrase("other")))
    }
    try await third.unlock(with: .recoveryCode(code))
    #expect(try await third.texts() == ["1", "2"])
    let first = try #require(try await one.slots().first)
    await #expect(throws: KeychainError.slot(.lastPassphrase)) { try await one.removeSlot(first.id) }
    try await one.removeSlot(first.id, acceptingLoss: true)
    #expect(try await one.texts() == ["2"])
    await #expect(throws: KeychainError.slot(.last)) { try await one.removeSlot(added.id) }
    #expect(try await third.texts() == ["2"])
    #expect(try await third.verify().problems.isEmpty)
    withExtendedLifetime(fixture) {}
  }

  @Test func keysAreRotated() async throws {
    let fixture = try FileFixture()
    let (one, two) = (try await fixture.create(), try await fixture.unlocked())
    for name in 0..<20 { try await one.put(Sample.password("\(name)", "\(name)")) }
    let item = try #require(try await one.find(Sample.query("3")).first)
    let before = try await two.texts()
    try await one.rotateKeys()
    #expect(try await one.texts() == before)
    #expect(try await two.texts() == before)
    #expect(try await two.find(ItemQuery(item.reference)).count == 1)
    let third = try await fixture.unlocked()
    #expect(try await third.texts() == before)
    #expect(try await third.verify().problems.isEmpty)
    withExtendedLifetime(fixture) {}
  }

  @Test func withoutTheDeviceKeyItsItemsAreInvalidated() async throws {
    let fixture = try FileFixture()
    let one = try await fixture.create()
    try await one.put(Sample.password("here", "1", .whenUnlockedThisDeviceOnly))
    try await one.put(Sample.password("anywhere", "2"))
    await one.close()
    unsafe unlink(fixture.path + "/" + DeviceKey.fileName)
    let two = try await fixture.unlocked()
    #expect(try await two.texts(Sample.query("anywhere")) == ["2"])
    await #expect(throws: KeychainError.invalidated) { try await two.texts(Sample.query("here")) }
    let report = try await two.verify()
    #expect(report.problems.isEmpty && report.intact == 1 && report.unopened == 1)
    withExtendedLifetime(fixture) {}
  }

  @Test func accessControlReleasesKeys() async throws {
    let fixture = try FileFixture()
    let file = try await fixture.create()
    let own = ItemAccess(applicationPassword: Sample.secret("own"))
    let passphrase = ItemAccess(passphrase: Sample.secret("correct horse"))
    var item = Sample.password("guarded", "g")
    item.accessControl = AccessControl(.whenUnlocked, .applicationPassword)
    await #expect(throws: KeychainError.denied) { try await file.put(item) }
    let stored = try #require(try await file.put(item, if: .always, access: own))
    #expect(stored.protection == .keyBound)
    await #expect(throws: KeychainError.denied) { try await file.texts() }
    #expect(try await file.find(Sample.everything).count == 1)
    #expect(try await file.texts(Sample.everything, own) == ["g"])
    await #expect(throws: KeychainError.wrongCredential) {
      try await file.texts(Sample.everything, ItemAccess(applicationPassword: Sample.secret("wrong")))
    }
    // Names can be changed by anybody, the secret and its protection only by who can read it.
    #expect(
      try await file.update(
        Sample.query("guarded"), ItemChanges(attributes: [.label: .text("l")]), access: .none) == 1)
    #expect(try await file.texts(Sample.everything, own) == ["g"])
    try await file.rotateKeys()
    #expect(try await file.texts(Sample.everything, own) == ["g"])
    let passcode = ItemChanges(accessControl: AccessControl(.whenUnlocked, .devicePasscode))
    await #expect(throws: KeychainError.denied) {
      try await file.update(Sample.query("guarded"), passcode, access: .none)
    }
    #expect(try await file.update(Sample.query("guarded"), passcode, access: own) == 1)
    await #expect(throws: KeychainError.denied) { try await file.texts(Sample.everything, own) }
    #expect(try await file.texts(Sample.everything, passphrase) == ["g"])
    let none = ItemChanges(accessControl: AccessControl(.whenUnlocked, []))
    #expect(try await file.update(Sample.query("guarded"), none, access: passphrase) == 1)
    #expect(try await file.texts() == ["g"])
    await #expect(throws: KeychainError.unsupported(.accessControl)) {
      try await file.transaction { transaction throws(KeychainError) in
        var item = Sample.password("x")
        item.accessControl = AccessControl(.whenUnlocked, .applicationPassword)
        return try transaction.put(item, if: .always) != nil
      }
    }
    withExtendedLifetime(fixture) {}
  }

  @Test func rollbackIsNoticedWithAWitness() async throws {
    let fixture = try FileFixture()
    let anchor = MemoryAnchor()
    let options = KeychainFileOptions(isDurable: false, anchors: [anchor])
    let one = try await fixture.create(options)
    try await one.put(Sample.password("a", "old"))
    await one.close()
    let old = try fixture.bytes()
    let two = try await fixture.open(options)
    try await two.unlock(with: .passphrase(FileFixture.passphrase()))
    #expect(two.rollbackProtection == .verified)
    try await two.put(Sample.password("a", "new"))
    await two.close()
    for (name, data) in old {
      let handle = try FileHandle(forWritingTo: URL(filePath: fixture.path).appending(path: name))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: data)
      try handle.close()
    }
    let three = try await fixture.open(options)
    await #expect {
      try await three.unlock(with: .passphrase(FileFixture.passphrase()))
    } throws: { error in
      guard case .rolledBack? = error as? KeychainError else { return false }
      return true
    }
    #expect(await three.lockState() == .beforeFirstUnlock)
    withExtendedLifetime(fixture) {}
  }

  /// Neither a name nor what anybody can calculate from it stands in the files of a locked keychain.
  @Test func lockedFilesShowNoNames() async throws {
    let fixture = try FileFixture()
    let file = try await fixture.create()
    let names = [
      "account-of-alice", "service.example", "group.example", "label of the item", "a comment of hers",
    ]
    let groups = AccessGroups(default: names[2])
    _ = groups
    var item = Sample.password(names[0], "the-secret-itself", service: names[1])
    item.attributes[.label] = .text(names[3])
    item.attributes[.comment] = .text(names[4])
    try await file.put(item)
    for number in 0..<50 { try await file.put(Sample.password("\(names[0])-\(number)", service: names[1])) }
    await file.lock(.everything)
    let files = try fixture.bytes()
    #expect(files.count >= 3)
    for name in names + ["the-secret-itself", "default", "first-account"] {
      let data = Data(name.utf8)
      let hashes = [
        Data(Insecure.MD5.hash(data: data)), Data(Insecure.SHA1.hash(data: data)),
        Data(SHA256.hash(data: data)),
      ]
      for (file, bytes) in files {
        for needle in [data, Data(data.base64EncodedString().utf8)] + hashes {
          #expect(bytes.firstRange(of: needle) == nil, "\(name) in \(file)")
        }
        for hash in hashes {
          let hexadecimal = hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
          #expect(bytes.firstRange(of: Data(hexadecimal.utf8)) == nil)
        }
      }
    }
    withExtendedLifetime(fixture) {}
  }
}
