import Foundation
import OmamoriCore

/// A secret to be found in this process's memory, kept so that it is not found here.
struct HiddenNeedle: Sendable {
  private static let mask: UInt8 = 0xA5
  private static let chunk = 1 << 20
  /// The allocator overwrites the beginning of what is freed, whether it was wiped or not.
  private static let searched = 16

  private let hidden: [UInt8]

  /// Makes a needle of 40 random letters.
  init() { hidden = (0..<40).map { _ in UInt8.random(in: 0x61...0x7A) ^ Self.mask } }

  /// The secret, in memory of its own kind only.
  var secret: SharedSecretBytes {
    let bytes = hidden
    return SharedSecretBytes(
      SecretBytes(count: bytes.count) { span in
        unsafe span.withUnsafeMutableBytes { room in
          for index in bytes.indices { unsafe room[index] = bytes[index] ^ Self.mask }
        }
      })
  }

  /// The secret as an array, which nobody wipes.
  var plain: [UInt8] { hidden.map { $0 ^ Self.mask } }

  /// How often the end of the secret is in memory that this process can write to.
  func count() throws -> Int {
    let size = Self.chunk + Self.searched
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    let protection = PROT_READ | PROT_WRITE
    guard let room = unsafe mmap(nil, size, protection, flags, -1, 0), unsafe room != MAP_FAILED else {
      throw CocoaError(.fileReadUnknown)
    }
    let descriptor = unsafe open("/proc/self/mem", O_RDONLY)
    defer {
      _ = close(descriptor)
      unsafe _ = munmap(room, size)
    }
    let needle = unsafe room + Self.chunk
    for (index, byte) in hidden.suffix(Self.searched).enumerated() {
      unsafe needle.storeBytes(of: byte ^ Self.mask, toByteOffset: index, as: UInt8.self)
    }
    let own = UInt(bitPattern: room)..<UInt(bitPattern: room) + UInt(size)
    var count = 0
    for region in try Self.regions().flatMap({ Self.parts(of: $0, without: own) }) {
      var start = region.lowerBound
      while start < region.upperBound {
        let wanted = min(Self.chunk, Int(region.upperBound - start))
        let got = unsafe pread(descriptor, room, wanted, off_t(Int(bitPattern: start)))
        guard got > Self.searched else { break }
        count += unsafe Self.count(of: needle, in: room, got)
        guard got == Self.chunk else { break }
        start += UInt(got - Self.searched + 1)
      }
    }
    return count
  }

  private static func count(
    of needle: UnsafeMutableRawPointer, in room: UnsafeMutableRawPointer, _ size: Int
  ) -> Int {
    let first = unsafe Int32(needle.load(as: UInt8.self))
    var (count, offset) = (0, 0)
    // because every place that is compared has the needle's length before the end
    while offset <= size - searched,
      let found = unsafe memchr(room + offset, first, size - searched + 1 - offset)
    {
      if unsafe memcmp(found, needle, searched) == 0 { count += 1 }
      offset = unsafe found - room + 1
    }
    return count
  }

  /// What is left of a region; the kernel shows memory that lies side by side as one.
  private static func parts(of region: Range<UInt>, without own: Range<UInt>) -> [Range<UInt>] {
    guard region.overlaps(own) else { return [region] }
    return [
      region.lowerBound..<max(region.lowerBound, own.lowerBound),
      min(region.upperBound, own.upperBound)..<region.upperBound,
    ].filter { !$0.isEmpty }
  }

  private static func regions() throws -> [Range<UInt>] {
    try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", maxSplits: 2)
      let ends = fields.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
      guard fields.count == 3, fields[1].hasPrefix("rw"), ends.count == 2 else { return nil }
      return ends[0]..<ends[1]
    }
  }
}
