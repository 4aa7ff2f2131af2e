import Foundation
import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Files that were changed at random are read or refused, and nothing else: no crash, no endless loop, no invented size.
///
/// `OMAMORI_DEEP` makes ten thousand of them.
@Suite struct BinaryMutationTests {
  private static let rounds = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] == nil ? 300 : 10_000

  /// A slice with something of everything.
  private static func rich() -> MachOBuilder {
    var builder = MachOBuilder()
    builder.segments = [
      MachOBuilder.Segment("__TEXT", 5, [.texts("__cstring", "password=Zk31x9Qr7", "hello")]),
      MachOBuilder.Segment(
        "__DATA", 3, at: 0x1_0000_8000,
        [MachOBuilder.Section("__objc_classlist", builder.long(0x1_0000_8008))]),
    ]
    builder.searchPaths = ["@executable_path/Frameworks"]
    builder.symbols = [.local("_a"), .debugging("_b"), .exported("_c"), .imported("_CC_MD5")]
    builder.bindOpcodes = [0x11, 0x40] + Array("_puts\0".utf8) + [0x51, 0x72, 0x10, 0x90, 0]
    builder.chainedImports = ["_malloc", "_free"]
    builder.pointerFormats = [0, 6]
    builder.signature = .signed("<key>get-task-allow</key><true/>")
    return builder
  }

  @Test(arguments: [false, true]) func changedFilesAreReadOrRefused(isFat: Bool) throws {
    let sound = isFat ? MachOBuilder.fat([Self.rich(), .x86]) : Self.rich().bytes()
    var random = SplitMix(state: isFat ? 7 : 11)
    let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF]
    var (readable, refused) = (0, 0)
    for _ in 0..<Self.rounds {
      var bytes = sound
      for _ in 0...Int(random.next() % 6) {
        // Half of the changes hit headers and commands, where places and counts stand.
        let limit = random.next() % 2 == 0 ? min(bytes.count, 900) : bytes.count
        bytes[Int(random.next() % UInt64(limit))] = values[Int(random.next() % UInt64(values.count))]
      }
      if random.next() % 8 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
      do {
        let source = try MachOSource(path: "App", bytes: bytes)
        var report = FileReport(TextSource(path: "App", bytes: []))
        for rule in RuleCatalog.binary { rule.check(source, &report) }
        for image in source.images {
          #expect(image.slice.commands.allSatisfy { $0.range.upperBound <= bytes.count })
          #expect(image.symbols.count <= bytes.count && image.imports.all.count <= bytes.count)
        }
        readable += 1
      } catch {
        refused += 1
      }
    }
    #expect(readable > Self.rounds / 4 && refused > 0, "\(readable) and \(refused)")
  }

  /// A small generator, so that a failure can be seen again.
  private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value >> 31
    }
  }
}
