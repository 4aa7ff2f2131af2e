import Foundation
import Glibc
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain

/// What is left in the memory of a process after its keychain was locked.
@Suite(.serialized) struct KeychainMemoryTests {
  /// Bytes to be found, kept so that they are not found here.
  private struct Needle {
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

    var count: Int { hidden.count }

    func copy(to room: UnsafeMutableRawPointer) {
      // because the caller gives room for all bytes
      for (offset, byte) in hidden.enumerated() {
        unsafe room.storeBytes(of: byte ^ 0xA5, toByteOffset: offset, as: UInt8.self)
      }
    }
  }

  /// How often each needle is in the memory that this process can write to.
  private static func hits(_ needles: [Needle]) throws -> [String: Int] {
    let (size, head) = (4 << 20, 4096)
    let maps = try Self.maps()
    // because the room is given back below and its size is given to all calls
    let room = unsafe try #require(
      mmap(nil, size + head, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { unsafe _ = munmap(room, size + head) }
    let first = UInt(bitPattern: room)
    let own = first..<first + UInt(size + head)
    let memory = unsafe open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    try #require(memory >= 0)
    defer { close(memory) }
    var hits: [String: Int] = [:]
    for line in maps.split(separator: "\n") {
      let fields = line.split(separator: " ")
      let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard fields[1].hasPrefix("rw"), ends.count == 2 else { continue }
      var start = ends[0]
      while start < ends[1] {
        // The room itself holds what is looked for.
        if own.contains(start) {
          start = own.upperBound
          continue
        }
        var end = min(start + UInt(size), ends[1])
        if start < own.lowerBound { end = min(end, own.lowerBound) }
        let count = unsafe pread(memory, room + head, Int(end - start), off_t(start))
        for needle in needles where count > needle.count {
          unsafe needle.copy(to: room)
          var place = unsafe room + head
          let last = unsafe place + (count - needle.count)
          let byte = unsafe Int32(room.load(as: UInt8.self))
          while unsafe place <= last, let found = unsafe memchr(place, byte, last - place + 1) {
            if unsafe memcmp(found, room, needle.count) == 0 { hits[needle.name, default: 0] += 1 }
            unsafe place = found + 1
          }
        }
        start = end
      }
    }
    return hits
  }

  /// The list of mappings, which the kernel hands out in pieces.
  private static func maps() throws -> String {
    let file = unsafe open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    var text: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(file, &piece, piece.count)
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text += piece.prefix(count)
    }
  }

  private static func needles(_ file: KeychainFile) throws -> [Needle] {
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
  private static func use(_ file: KeychainFile) async throws -> (keys: [Needle], value: Needle) {
    let secret = SharedSecretBytes(try SecretBytes(randomCount: 40))
    var item = Sample.password("name")
    item.secret = secret
    try await file.put(item)
    var other = Sample.password("other", "x", service: "t", .afterFirstUnlock)
    other.accessControl = AccessControl(.afterFirstUnlock, .applicationPassword)
    let access = ItemAccess(applicationPassword: Sample.secret("password of the item"))
    _ = try await file.put(other, if: .always, access: access)
    _ = try await file.addSlot(NewSlot("second", .recoveryCode(try RecoveryCode())))
    let keys = try needles(file)
    try await file.rotateKeys()
    let changes = ItemChanges(attributes: [.label: .text("label")])
    #expect(try await file.update(Sample.query("name"), changes, access: .none) == 1)
    let found = try await file.find(Sample.query("name"), withSecrets: true, access: .none)
    #expect(found.first?.secret == secret)
    // because nothing is kept of the buffer but hidden bytes
    let value = secret.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Needle("value", $0) } }
    return (try keys + needles(file), value)
  }

  @Test func nothingIsLeftOfKeysAndSecrets() async throws {
    let fixture = try FileFixture()
    let file = try await fixture.create()
    let (keys, value) = try await Self.use(file)
    #expect(try Self.hits(keys).keys.contains("index"))
    await file.lock(.screen)
    let rest = Set(try Self.hits(keys + [value]).keys)
    let survivors = ItemAccessibility.allCases.filter(\.survivesLocking)
    let classes = survivors.flatMap { ["metadata \($0)", "secret \($0)"] }
    #expect(rest.isSubset(of: ["index", "integrity", "gate"] + classes))
    await file.lock(.everything)
    #expect(try Self.hits(keys + [value]).isEmpty)
    withExtendedLifetime(fixture) {}
  }
}
