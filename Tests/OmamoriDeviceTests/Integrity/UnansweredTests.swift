import OmamoriCore
@testable import OmamoriDevice
import Testing

/// What cannot be looked at is never called clean, and what hides is still found.
@Suite("Integrity that cannot be told")
struct UnansweredTests {
  private static let code = MemoryMapping(
    start: 0x10000, end: 0x11000, access: [.read, .execute], offset: 0x1000, inode: 5,
    path: "/usr/lib/liba.so")
  private static let deletedCode = MemoryMapping(
    start: 0x10000, end: 0x11000, access: [.read, .execute], offset: 0x1000, inode: 5,
    path: "/usr/lib/liba.so", isDeleted: true)

  private func code(_ view: FakeProcess) -> IntegritySignal.State? {
    CodeProbe().signals(of: IntegrityScene(view)).first?.state
  }

  @Test(
    "changed pages of a file that is gone, replaced or unlinked", arguments: [[0x10000], nil] as [[UInt64]?])
  func goneFile(changed: [UInt64]?) {
    let memories: [UInt64: [UInt8]] = [0x10000: Array(repeating: 1, count: 0x1000)]
    for mapping in [Self.code, Self.deletedCode] {
      let view = FakeProcess(maps: [mapping], memories: memories, changed: changed)
      #expect(code(view) == .unavailable(.fileGone))
    }
  }

  @Test("an update of a library that nobody touched keeps the answer clean")
  func updated() {
    #expect(code(FakeProcess(maps: [Self.deletedCode], changed: [])) == .clean)
  }

  @Test("memory that cannot be read, or only in part", arguments: [0, 0x800])
  func unread(count: Int) {
    let file = SmallELF.bytes()
    var view = FakeProcess(
      maps: [Self.code], files: ["/usr/lib/liba.so": .init(bytes: file)], changed: [0x10000])
    if count > 0 { view.memories = [0x10000: Array(file[0x1000..<(0x1000 + count)])] }
    #expect(code(view) == .error(.process(.unreadable)))
  }

  @Test("more code than is compared")
  func tooMuch() {
    let large = MemoryMapping(
      start: 0x1_0000_0000, end: 0x2_0000_0000, access: [.read, .execute], inode: 5, path: "/opt/large")
    #expect(code(FakeProcess(maps: [large], changed: nil)) != .clean)
    let endless = MemoryMapping(
      start: 0x1000, end: 0xFFFF_FFFF_FFFF_0000, access: [.read, .execute], inode: 5, path: "/opt/endless")
    #expect(code(FakeProcess(maps: [endless], changed: [])) != .clean)
  }

  @Test("pieces of a mapping at the end of all addresses")
  func lastAddresses() {
    let last = MemoryMapping(start: .max - 0x8000, end: .max, access: .execute, inode: 5, path: "/opt/last")
    #expect(CodeProbe.blocks(of: last, limit: .max) == [(.max - 0x8000)..<UInt64.max])
  }

  @Test("a library whose name was removed is no less new, and an updated one is not")
  func removedLibrary() {
    func added(_ start: [MemoryMapping]) -> IntegritySignal? {
      let scene = IntegrityScene(
        FakeProcess(maps: [Self.deletedCode]), baseline: IntegrityBaseline(start), isSettled: true)
      return MappingProbe().signals(of: scene).first { $0.identifier == .addedLibrary }
    }
    #expect(added([])?.isThreat(atLeast: .medium) == true)
    #expect(added([Self.code])?.state == .clean)
  }

  @Test("a process with very many files in memory is looked at in time", .timeLimit(.minutes(1)))
  func manyFiles() {
    let maps = (0..<UInt64(30_000)).map { index in
      MemoryMapping(
        start: index << 13, end: (index << 13) + 0x1000, access: [.read, .execute], offset: 0x1000,
        inode: index, path: "/memfd:a", isDeleted: true)
    }
    let signals = MappingProbe().signals(of: IntegrityScene(FakeProcess(maps: maps)))
    #expect(signals.first { $0.identifier == .filelessLibrary }?.evidenceCount == 30_000)
  }
}
