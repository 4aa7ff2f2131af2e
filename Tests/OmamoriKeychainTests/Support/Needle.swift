import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// Bytes to be found, kept so that they are not found here.
struct Needle: Sendable {
  let name: String
  private let hidden: [UInt8]

  init(_ name: String, _ bytes: UnsafeRawBufferPointer) {
    self.name = name
    // The allocator overwrites the beginning of what is freed, whether it was wiped or not.
    hidden = unsafe bytes.suffix(16).map { $0 ^ 0xA5 }
  }

  init(_ name: String, _ key: SymmetricKey) {
    // because nothing is kept of the buffer but hidden bytes
    self = unsafe key.withUnsafeBytes { unsafe Needle(name, $0) }
  }

  /// How often the bytes are in memory.
  ///
  /// - Parameters:
  ///   - memory: Where to search.
  ///   - room: Where the bytes stand meanwhile; 16 bytes that are not searched.
  /// - Returns: The number.
  func count(in memory: UnsafeRawBufferPointer, using room: UnsafeMutableRawPointer) -> Int {
    guard let start = memory.baseAddress, memory.count >= hidden.count else { return 0 }
    // because the room has 16 bytes
    for (offset, byte) in hidden.enumerated() {
      unsafe room.storeBytes(of: byte ^ 0xA5, toByteOffset: offset, as: UInt8.self)
    }
    // Most memory is zero.
    let offset = hidden.firstIndex { $0 != 0xA5 } ?? 0
    let byte = unsafe Int32(room.load(fromByteOffset: offset, as: UInt8.self))
    var place = unsafe start + offset
    let end = unsafe start + (memory.count - hidden.count + offset + 1)
    var count = 0
    // because every place is as far from the end as the bytes need
    while unsafe place < end, let found = unsafe memchr(place, byte, end - place) {
      if unsafe memcmp(found - offset, room, hidden.count) == 0 { count += 1 }
      unsafe place = UnsafeRawPointer(found) + 1
    }
    return count
  }
}

extension Needle {
  /// The keys of a keychain that is unlocked.
  static func keys(of file: KeychainFile) throws -> [Needle] {
    let keybag = try #require(file.session.current.keybag)
    var needles = [
      Needle("keybag key", keybag.key), Needle("index", keybag.keybag.index),
      Needle("integrity", keybag.keybag.integrity), Needle("gate", keybag.keybag.gate),
    ]
    for (accessibility, key) in keybag.keybag.classes {
      if let key = key.key { needles.append(Needle("class \(accessibility)", key)) }
      guard let keys = key.keys(for: accessibility, of: keybag.store) else { continue }
      needles.append(Needle("metadata \(accessibility)", keys.metadata))
      needles.append(Needle("secret \(accessibility)", keys.secret))
    }
    for key in keybag.keybag.escrow.values { needles.append(Needle("slot", key)) }
    return needles
  }

  /// Uses a keychain in every way and says what must not be found afterwards.
  static func use(_ file: KeychainFile) async throws -> (keys: [Needle], value: Needle) {
    let secret = SharedSecretBytes(try SecretBytes(randomCount: 40))
    var item = Sample.password("name")
    item.secret = secret
    try await file.put(item)
    var other = Sample.password("other", "x", service: "t", .afterFirstUnlock)
    other.accessControl = AccessControl(.afterFirstUnlock, .applicationPassword)
    let access = ItemAccess(applicationPassword: Sample.secret("password of the item"))
    _ = try await file.put(other, if: .always, access: access)
    _ = try await file.addSlot(NewSlot("second", .recoveryCode(try RecoveryCode())))
    let keys = try self.keys(of: file)
    try await file.rotateKeys()
    let changes = ItemChanges(attributes: [.label: .text("label")])
    #expect(try await file.update(Sample.query("name"), changes, access: .none) == 1)
    let found = try await file.find(Sample.query("name"), withSecrets: true, access: .none)
    #expect(found.first?.secret == secret)
    // because nothing is kept of the buffer but hidden bytes
    let value = secret.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Needle("value", $0) } }
    return (try keys + self.keys(of: file), value)
  }
}
