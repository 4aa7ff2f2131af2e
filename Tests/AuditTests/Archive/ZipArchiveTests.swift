import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ZipArchiveTests {
  private typealias Item = ZipBuilder.Item

  private func open(
    _ builder: ZipBuilder, _ limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) -> ZipArchive {
    try ZipArchive(ArchiveBytes(builder.bytes()), limits: limits)
  }

  private func refusal(_ builder: ZipBuilder, _ limits: ArchiveLimits = ArchiveLimits()) -> ArchiveError? {
    do {
      let archive = try open(builder, limits)
      for entry in archive.entries { _ = try archive.contents(of: entry) }
      return nil
    } catch {
      return error
    }
  }

  private func item(_ name: String, change: (inout Item) -> Void) -> ZipBuilder {
    var item = Item(name, Array("hello".utf8))
    change(&item)
    return ZipBuilder(item)
  }

  @Test func readsStoredEntriesAndFolders() throws {
    let archive = try open(
      ZipBuilder(Item("Payload/"), Item("Payload/日本語.txt", Array("こんにちは".utf8)), Item("empty")))
    #expect(archive.entries.map(\.name) == ["Payload", "Payload/日本語.txt", "empty"])
    #expect(archive.entries.map(\.isFolder) == [true, false, false])
    #expect(try archive.contents(of: archive.entries[1]) == Array("こんにちは".utf8))
    #expect(try archive.prefix(of: archive.entries[1], count: 3) == Array("こ".utf8))
    #expect(try archive.contents(of: archive.entries[2]).isEmpty)
  }

  @Test func emptyBlocksDoNotHideHowAFileBegins() throws {
    let emptyBlock: [UInt8] = [0, 0, 0, 0xFF, 0xFF]
    let contents = Array("<plist/>".utf8)
    var item = Item("a", contents)
    item.method = 8
    item.checksum = Inflater.checksum(contents)
    item.uncompressedSize = contents.count
    let lastBlock: [UInt8] = [1, 8, 0, 0xF7, 0xFF] + contents
    item.contents = Array(repeating: emptyBlock, count: 2000).flatMap { $0 } + lastBlock
    let archive = try open(ZipBuilder(item))
    #expect(try archive.prefix(of: archive.entries[0], count: 6) == Array("<plist".utf8))
  }

  @Test func readsAnEmptyArchiveAndOneWithAComment() throws {
    #expect(try open(ZipBuilder()).entries.isEmpty)
    var builder = ZipBuilder(Item("a", [1]))
    builder.comment = Array("made by hand".utf8)
    #expect(try open(builder).entries.count == 1)
  }

  @Test func readsZip64() throws {
    var item = Item("a", Array("hello".utf8))
    item.usesZip64 = true
    var builder = ZipBuilder(item, Item("b", [2]))
    #expect(refusal(builder) == nil)
    builder.usesZip64 = true
    #expect(refusal(builder) == nil)
    #expect(try open(builder).entries.map(\.uncompressedSize) == [5, 1])
  }

  @Test(arguments: [true, false], [true, false])
  func readsDescriptors(hasSignature: Bool, isWide: Bool) throws {
    let builder = item("a") { item in
      let make = ZipBuilder()
      item.flags = 0x808
      let size = isWide ? make.long(5) : make.word(5)
      item.descriptor =
        (hasSignature ? make.word(0x0807_4B50) : []) + make.word(Int(Inflater.checksum(item.contents))) + size
        + size
    }
    #expect(refusal(builder) == nil)
    var lying = builder
    lying.items[0].descriptor?[hasSignature ? 4 : 0] ^= 1
    #expect(refusal(lying) == .headersDiffer(.entry("a")))
  }

  @Test(arguments: [
    "/etc/passwd", "../a", "a/../b", "a/..", "./a", "a//b", "a\\b", "..\\a", "C:/a", "c:a", "a\nb", "a\u{7F}",
    "/",
  ])
  func refusesNamesThatLeadElsewhere(_ name: String) {
    #expect(refusal(ZipBuilder(Item(name, [1]))) == .unsafeName(.entry(name)))
  }

  @Test func refusesEmptyLongAndUnreadableNames() {
    #expect(refusal(ZipBuilder(Item("", [1]))) == .unsafeName(.directory(entry: 1)))
    #expect(
      refusal(ZipBuilder(Item(String(repeating: "a", count: 4097)))) == .unsafeName(.directory(entry: 1)))
    #expect(refusal(item("a") { $0.name = [0x83, 0x65] }) == .nameEncoding(.directory(entry: 1)))
    let other: [UInt8] = [0x75, 0x70, 6, 0, 1, 0, 0, 0, 0, 0x62]
    #expect(refusal(item("a") { $0.extra = other }) == .nameEncoding(.entry("a")))
  }

  @Test(arguments: [0o120777, 0o010644, 0o020644, 0o060644, 0o140644])
  func refusesLinksAndDevices(_ mode: Int) {
    #expect(refusal(item("a") { $0.attributes = mode << 16 }) == .special(.entry("a")))
  }

  @Test func refusesDuplicatesAlsoInOtherSpellings() {
    #expect(refusal(ZipBuilder(Item("a", [1]), Item("a", [2]))) == .duplicate(.entry("a")))
    #expect(refusal(ZipBuilder(Item("か\u{3099}", [1]), Item("が", [2]))) == .duplicate(.entry("が")))
    #expect(refusal(ZipBuilder(Item("a", [1]), Item("a/b", [2]))) == .duplicate(.entry("a/b")))
    #expect(refusal(ZipBuilder(Item("a/", []), Item("a", [2]))) == .duplicate(.entry("a")))
  }

  @Test func refusesOverlaps() {
    var second = Item("b", Array("hello".utf8))
    second.offset = 0
    #expect(refusal(ZipBuilder(Item("a", Array("hello".utf8)), second)) == .overlap(.entry("b")))
  }

  @Test func refusesHeadersThatDiffer() {
    #expect(refusal(item("a") { $0.localName = [0x62] }) == .headersDiffer(.entry("a")))
    #expect(refusal(item("a") { $0.localChecksum = 1 }) == .headersDiffer(.entry("a")))
    #expect(refusal(item("a") { $0.localMethod = 8 }) == .headersDiffer(.entry("a")))
  }

  @Test func refusesSizesAndChecksumsThatLie() {
    #expect(refusal(item("a") { $0.checksum = 7 }) == .corrupt(.entry("a")))
    #expect(refusal(item("a") { $0.uncompressedSize = 4 }) == .malformed(.entry("a")))
    #expect(
      refusal(
        item("a") {
          $0.method = 8
          $0.contents = [1, 2, 3]
        }) == .corrupt(.entry("a")))
  }

  @Test func refusesEncryptionAndUnknownMethods() {
    for flags in [1, 0x40, 0x2000] {
      #expect(refusal(item("a") { $0.flags = flags }) == .encrypted(.entry("a")))
    }
    for method in [1, 9, 12, 14, 93, 99] {
      #expect(refusal(item("a") { $0.method = method }) == .method(.entry("a")))
    }
  }

  @Test func refusesSeveralDisksAndFalseCounts() {
    var builder = ZipBuilder(Item("a", [1]), Item("b", [2]))
    builder.disk = 1
    #expect(refusal(builder) == .multiDisk)
    builder.disk = 0
    builder.entries = 1
    #expect(refusal(builder) == .malformed(.end))
    builder.entries = 3
    #expect(refusal(builder) == .truncated(.directory(entry: 3)))
  }

  @Test func refusesDataAroundTheArchiveAndTwoEnds() {
    var builder = ZipBuilder(Item("a", [1]))
    builder.prefix = Array("#!/bin/sh\n".utf8)
    #expect(refusal(builder) == nil, "offsets count from the start of the file, as they have to")
    let plain = ZipBuilder(Item("a", [1])).bytes()
    #expect(throws: ArchiveError.malformed(.end)) { try ZipArchive(ArchiveBytes([0] + plain)) }
    #expect(throws: ArchiveError.notAnArchive) { try ZipArchive(ArchiveBytes(plain + [0])) }
    var nested = ZipBuilder(Item("a", [1]))
    nested.comment = ZipBuilder().bytes()
    #expect(refusal(nested) == .malformed(.end))
  }

  @Test func refusesWhatExceedsTheLimits() {
    let three = ZipBuilder(Item("a", [1]), Item("b", [1]), Item("c", [1]))
    #expect(refusal(three, ArchiveLimits(entries: 2)) == .tooManyEntries(limit: 2))
    #expect(refusal(three, ArchiveLimits(total: 2)) == .tooLarge(limit: 2))
    #expect(refusal(three, ArchiveLimits(directory: 10)) == .tooLarge(limit: 10))
    let bomb = item("a") {
      $0.method = 8
      $0.uncompressedSize = 2 << 20
    }
    #expect(refusal(bomb) == .ratio(.entry("a"), limit: 200))
    let huge = item("a") {
      $0.method = 8
      $0.uncompressedSize = .max
      $0.usesZip64 = true
    }
    #expect(refusal(huge) == .tooLarge(limit: 4 << 30))
  }

  @Test func everyTruncationIsRefused() {
    let bytes = ZipBuilder(Item("Payload/a", Array("hello".utf8)), Item("b", [2])).bytes()
    for length in 0..<bytes.count {
      #expect(throws: ArchiveError.self) { try ZipArchive(ArchiveBytes(Array(bytes.prefix(length)))) }
    }
  }

  @Test func everyErrorSaysWhatToDo() {
    let errors: [ArchiveError] = [
      .notAnArchive, .truncated(.end), .malformed(.directory(entry: 2)), .multiDisk,
      .tooManyEntries(limit: 1),
      .tooLarge(limit: 1), .ratio(.end, limit: 200), .unsafeName(.entry("..\n/a")), .nameEncoding(.end),
      .duplicate(.end), .special(.end), .overlap(.end), .headersDiffer(.end), .encrypted(.end), .method(.end),
      .corrupt(.end), .unreadable("x"),
    ]
    for error in errors {
      #expect(!error.description.contains("\n"))
      #expect(error.message.english != error.message.japanese)
      #expect(error.message.japanese.unicodeScalars.contains { $0.value > 0x3000 })
    }
    let long = ArchiveError.overlap(.entry(String(repeating: "a", count: 5000)))
    #expect(long.description.utf8.count < 300)
  }

  @Test func mutationsNeverCrashNorHang() {
    var generator = SystemRandomNumberGenerator()
    var zip64 = Item("z", Array("zip64".utf8))
    zip64.usesZip64 = true
    var first = ZipBuilder(Item("Payload/", []), Item("Payload/a", Array("hello".utf8)), zip64)
    first.usesZip64 = true
    let seeds = [first.bytes(), ZipBuilder(Item("日本", [1, 2, 3]), Item("b", [2])).bytes()]
    var accepted = 0
    for round in 0..<6_000 {
      var bytes = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[index] = 0xFF
        case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: bytes.remove(at: index)
        default: bytes.insert(bytes[index], at: index)
        }
      }
      guard let archive = try? ZipArchive(ArchiveBytes(bytes)) else { continue }
      accepted += 1
      for entry in archive.entries {
        _ = try? archive.contents(of: entry)
        _ = try? archive.prefix(of: entry, count: 4)
      }
    }
    #expect(accepted < 6_000)
  }
}
