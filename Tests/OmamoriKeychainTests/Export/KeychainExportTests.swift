import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile
import TestSupport
import Testing

@Suite struct KeychainExportTests {
  private let keychain = MemoryKeychain()
  private let folder: TemporaryFolder
  private let file: String
  private let encryptor: FileEncryptor
  private let decryptor: FileDecryptor
  private let marker = "s3cr3t-Marker-7f1d"

  init() throws {
    folder = try TemporaryFolder(permissions: 0o700)
    file = folder.path + "/backup.omamori"
    let identity = try Identity()
    encryptor = try FileEncryptor(to: [identity.recipient])
    decryptor = FileDecryptor(identities: [identity])
  }

  private func fill() async throws {
    keychain.setPasscode(shared("1"))
    var items = [
      NewItem(
        .genericPassword,
        [
          .account: .text("alice"), .service: .text("日本"), .generic: .data(Data([0, 255])),
          .isInvisible: .flag(true),
          .creator: .number(-5), .label: .text("L"), .comment: .text(""),
        ],
        secret: shared(marker), isSynchronizable: true),
      NewItem(.internetPassword, [.server: .text("h"), .port: .number(.max)], secret: shared("")),
      NewItem(
        .key, [.applicationTag: .data(Data("tag".utf8)), .keyClass: .number(1)], secret: shared("key")),
      NewItem(
        .genericPassword, [.account: .text("bound")], secret: shared("x"),
        accessibility: .afterFirstUnlockThisDeviceOnly),
    ]
    items.append(
      NewItem(
        .genericPassword, [.account: .text("guarded")], secret: shared("g"),
        accessControl: AccessControl(.whenUnlocked, [.devicePasscode])))
    for item in items {
      _ = try await keychain.put(item, if: .absent, access: ItemAccess(passphrase: shared("1")))
    }
  }

  private func content(of keychain: MemoryKeychain) async throws -> [String] {
    let result = try await BackendImporter(keychain).read(access: ItemAccess(passphrase: shared("1")))
    return result.items.map {
      let attributes = $0.attributes.values.map { "\($0.key)=\($0.value)" }.sorted()
      return "\($0.itemClass) \($0.accessibility) \($0.isSynchronizable) \(attributes) \(plain($0.secret)) "
        + "\($0.accessControl.map { String($0.constraints.rawValue) } ?? "-")"
    }.sorted()
  }

  @Test func whatIsExportedComesBack() async throws {
    try await fill()
    let exporter = KeychainExporter(keychain)
    let access = ItemAccess(passphrase: shared("1"))
    let report = try await exporter.export(
      to: file, encryptor: encryptor, includingThisDeviceOnly: true, access: access)
    #expect(report.exported == 5 && report.notes.isEmpty)
    let other = MemoryKeychain()
    other.setPasscode(shared("1"))
    let outcome = try await KeychainExporter(other).restore(from: file, decryptor: decryptor)
    #expect(outcome.added == 5)
    #expect(try await content(of: other) == content(of: keychain))
    await #expect(throws: KeychainError.duplicate) {
      try await KeychainExporter(other).restore(from: file, decryptor: decryptor)
    }
    let again = try await KeychainExporter(other).restore(
      from: file, decryptor: decryptor, onConflict: .replace)
    #expect(again.replaced == 5)
  }

  @Test func whatBelongsToTheDeviceStaysUnlessAsked() async throws {
    try await fill()
    let report = try await KeychainExporter(keychain).export(to: file, encryptor: encryptor)
    #expect(report.exported == 3 && report.counts == [.thisDeviceOnly: 1, .accessControl: 1])
    let items = try await KeychainExporter(keychain).items(from: file, decryptor: decryptor)
    #expect(items.allSatisfy { !$0.accessibility.isThisDeviceOnly && $0.accessControl == nil })
  }

  @Test func theFileIsPrivateAndShowsNothing() async throws {
    try await fill()
    _ = try await KeychainExporter(keychain).export(to: file, encryptor: encryptor)
    let bytes = try #require(FileManager.default.contents(atPath: file))
    for text in [marker, "alice", "日本", "OMKX"] { #expect(bytes.range(of: Data(text.utf8)) == nil) }
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["backup.omamori"])
    await #expect(throws: KeychainError.file(.exchange, code: EEXIST)) {
      try await KeychainExporter(keychain).export(to: file, encryptor: encryptor)
    }
    _ = try await KeychainExporter(keychain).export(to: file, encryptor: encryptor, replacesExisting: true)
  }

  @Test func aWrongKeyAndADamagedFileAreToldApart() async throws {
    try await fill()
    let exporter = KeychainExporter(keychain)
    _ = try await exporter.export(to: file, encryptor: encryptor)
    let stranger = FileDecryptor(identities: [try Identity()])
    await #expect(throws: KeychainError.wrongCredential) {
      try await exporter.items(from: file, decryptor: stranger)
    }
    var bytes = try #require(FileManager.default.contents(atPath: file))
    bytes[bytes.count - 1] ^= 1
    try bytes.write(to: URL(fileURLWithPath: file))
    await #expect(throws: KeychainError.corrupt(.exchange)) {
      try await exporter.items(from: file, decryptor: decryptor)
    }
    try bytes.dropLast(40).write(to: URL(fileURLWithPath: file))
    await #expect(throws: KeychainError.self) { try await exporter.items(from: file, decryptor: decryptor) }
    await #expect(throws: KeychainError.file(.exchange, code: ENOENT)) {
      try await exporter.items(from: file + ".none", decryptor: decryptor)
    }
    keychain.setLockState(.locked)
    await #expect(throws: KeychainError.locked) {
      try await exporter.export(to: folder.path + "/other", encryptor: encryptor)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/other"))
  }

  private func plaintext() async throws -> [UInt8] {
    try await fill()
    let access = ItemAccess(passphrase: shared("1"))
    _ = try await KeychainExporter(keychain).export(
      to: file, encryptor: encryptor, includingThisDeviceOnly: true, access: access)
    return try decryptor.decrypt(Array(try #require(FileManager.default.contents(atPath: file))))
  }

  @Test func everyCutAndEveryChangedByteIsReadOrRefused() async throws {
    let plain = try await plaintext()
    #expect(try KeychainExporter.read(plaintext: plain).count == 5)
    for end in plain.indices {
      #expect(throws: KeychainError.self) { try KeychainExporter.read(plaintext: Array(plain[..<end])) }
    }
    #expect(throws: KeychainError.malformedImport(line: nil)) {
      try KeychainExporter.read(plaintext: plain + [0])
    }
    for place in plain.indices {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var changed = plain
        changed[place] = value
        if let items = try? KeychainExporter.read(plaintext: changed) { #expect(items.count == 5) }
      }
    }
    var newer = plain
    newer[4] = 2
    #expect(throws: KeychainError.newerFormat(version: 2)) { try KeychainExporter.read(plaintext: newer) }
    #expect(throws: KeychainError.tooMany(limit: 4)) {
      try KeychainExporter.read(plaintext: plain, limits: ImportLimits(items: 4))
    }
  }

  @Test(.enabled(if: Python.has("json")))
  func anotherReaderReadsTheFormat() async throws {
    let plain = try await plaintext()
    let output = try Python.run("keychain_export.py", [folder.write(plain, to: "plain")])
    let items = try #require(try StrictJSON.parse(output).arrayValue)
    #expect(items.count == 5)
    let first = try #require(items.first { $0["attributes"]?["acct"]?.stringValue == "alice" })
    #expect(first["secret"]?.stringValue == Data(marker.utf8).base64EncodedString())
    #expect(first["class"]?.stringValue == "genp" && first["synchronizable"]?.boolValue == true)
    #expect(first["attributes"]?["svce"]?.stringValue == "日本")
    #expect(first["attributes"]?["crtr"]?.intValue == -5)
    #expect(first["attributes"]?["invi"]?.boolValue == true)
    let guarded = try #require(items.first { $0["attributes"]?["acct"]?.stringValue == "guarded" })
    #expect(guarded["constraints"]?.intValue == 16)
  }
}
