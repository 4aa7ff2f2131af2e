import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

@Suite struct SlotFileTests {
  private static let content = [UInt8](1...40)

  @Test func opensWithAKeyFile() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let path = try folder.write("key", Self.content)
    var open = try Samples.keybag(RecoveryCode())
    try open.add(NewSlot("File", .keyFile(path: path)))
    let new = folder.path + "/new"
    try open.add(NewSlot("New file", .newKeyFile(path: new)))
    #expect(try folder.mode("new") == 0o600)
    #expect(try Data(contentsOf: URL(fileURLWithPath: new)).count == 32)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["key", "new"])
    let sealed = try open.sealed()
    for file in [path, new] { #expect(try OpenKeybag(sealed, .keyFile(path: file)).key == open.key) }
    let other = try folder.write("other", Self.content.reversed())
    #expect(throws: KeychainError.wrongCredential) { try OpenKeybag(sealed, .keyFile(path: other)) }
    #expect(throws: KeychainError.storeExists) {
      try open.add(NewSlot("Again", .newKeyFile(path: new)))
    }
  }

  @Test func refusesKeyFilesThatAreNoSecret() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let link = folder.path + "/link"
    let good = try folder.write("good", Self.content)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: good)
    let cases: [(String, KeychainError)] = [
      (try folder.write("short", Array(Self.content.prefix(31))), .invalidRequest(.weakSecret)),
      (try folder.write("empty", []), .invalidRequest(.weakSecret)),
      (try folder.write("readable", Self.content, mode: 0o640), .insecurePermissions(.keyFile)),
      (try folder.write("writable", Self.content, mode: 0o602), .insecurePermissions(.keyFile)),
      (link, .insecurePermissions(.keyFile)), (folder.path, .insecurePermissions(.keyFile)),
      ("/dev/zero", .insecurePermissions(.keyFile)), (folder.path + "/none", .file(.keyFile, code: 2)),
      (good + "\0x", .file(.keyFile, code: 22)),
      (
        try folder.write("long", [UInt8](repeating: 1, count: KeyFile.sizes.upperBound + 1)),
        .tooLarge(limit: 1 << 20)
      ),
    ]
    var open = try Samples.keybag(RecoveryCode())
    for (path, error) in cases {
      #expect(throws: error) { try open.add(NewSlot("File", .keyFile(path: path))) }
    }
    #expect(open.slots.count == 1)
  }

  @Test func opensWithCredentialsOfSystemd() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    // systemd's files can be read through access lists that make their mode look wider.
    _ = try folder.write("raw", Self.content, mode: 0o440)
    _ = try folder.write("text", Array("a passphrase for a service\n".utf8), mode: 0o400)
    let services = SlotServices(credentialsFolder: folder.path)
    var open = try Samples.keybag(RecoveryCode())
    for slot in [
      NewSlot("Raw", .systemdCredential(name: "raw")), NewSlot("Text", .systemdPassphrase(name: "text")),
    ] {
      let added = try open.add(slot, proof: nil, device: nil, services: services, now: Samples.now)
      #expect(added.kind == .systemdCredential)
      var alone = open
      for slot in alone.slots where slot.id != added.id { _ = try alone.remove(slot.id) }
      let back = try OpenKeybag(
        opening: alone.sealed(), with: .systemdCredential, device: nil, services: services)
      #expect(back.key == alone.key)
    }
    // A credential of a service is no passphrase of a person.
    #expect(open.keybag.passcode == nil)
    let sealed = try open.sealed()
    #expect(throws: KeychainError.unavailable(.systemdCredentials)) {
      try OpenKeybag(sealed, .systemdCredential)
    }
    _ = try folder.write("text", Array("another passphrase\n".utf8), mode: 0o600)
    _ = try folder.write("raw", Self.content.reversed())
    #expect(throws: KeychainError.wrongCredential) {
      try OpenKeybag(opening: sealed, with: .systemdCredential, device: nil, services: services)
    }
    for (name, error) in [
      ("none", KeychainError.unavailable(.systemdCredentials)), ("../raw", .invalidRequest(.name)),
      ("", .invalidRequest(.name)), ("..", .invalidRequest(.name)),
      ("text", .invalidRequest(.weakSecret)),
    ] {
      #expect(throws: error) {
        try open.add(
          NewSlot("Bad", .systemdCredential(name: name)), proof: nil, device: nil, services: services,
          now: Samples.now)
      }
    }
  }

  @Test func keepsTheDevicesKeyPrivate() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let store = try StoreID()
    #expect(try DeviceKey(folder: folder.path) == nil)
    let made = try DeviceKey(creatingIn: folder.path)
    #expect(try folder.mode("device.key") == 0o600)
    let read = try #require(try DeviceKey(folder: folder.path))
    #expect(read.sealingKey(for: store) == made.sealingKey(for: store))
    #expect(try read.sealingKey(for: StoreID()) != made.sealingKey(for: store))
    #expect(throws: KeychainError.storeExists) { try DeviceKey(creatingIn: folder.path) }

    let file = URL(fileURLWithPath: folder.path + "/device.key")
    let bytes = try Array(Data(contentsOf: file))
    #expect(bytes.count == 44)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      _ = try folder.write("device.key", changed)
      #expect(throws: KeychainError.corrupt(.deviceKey)) { try DeviceKey(folder: folder.path) }
      _ = try folder.write("device.key", Array(bytes[..<index]))
      #expect(throws: KeychainError.corrupt(.deviceKey)) { try DeviceKey(folder: folder.path) }
    }
    _ = try folder.write("device.key", bytes, mode: 0o644)
    #expect(throws: KeychainError.insecurePermissions(.deviceKey)) { try DeviceKey(folder: folder.path) }
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "elsewhere")
    #expect(throws: KeychainError.insecurePermissions(.deviceKey)) { try DeviceKey(folder: folder.path) }
  }
}
