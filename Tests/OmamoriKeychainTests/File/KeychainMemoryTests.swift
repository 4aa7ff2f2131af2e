import Foundation
import Glibc
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// What is left in the memory of a process after its keychain was locked.
@Suite(.serialized) struct KeychainMemoryTests {
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
        let read = unsafe UnsafeRawBufferPointer(start: room + head, count: max(0, count))
        for needle in needles {
          let count = unsafe needle.count(in: read, using: room)
          if count > 0 { hits[needle.name, default: 0] += count }
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

  @Test func nothingIsLeftOfKeysAndSecrets() async throws {
    let fixture = try FileFixture()
    let file = try await fixture.create()
    let (keys, value) = try await Needle.use(file)
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
