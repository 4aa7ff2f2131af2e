import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Slices are read in full, whatever their width and byte order, and lies about places and counts end there.
@Suite struct MachOSourceTests {
  private static func source(_ bytes: [UInt8]) throws -> MachOSource {
    try MachOSource(path: "App", bytes: bytes)
  }

  private static var full: MachOBuilder {
    var builder = MachOBuilder()
    builder.segments = [
      MachOBuilder.Segment("__PAGEZERO", 0),
      MachOBuilder.Segment("__TEXT", 5, [.texts("__cstring", "one", "two")]),
      MachOBuilder.Segment("__DATA", 3, [MachOBuilder.Section("__data", [1, 2, 3, 4])]),
    ]
    builder.searchPaths = ["@executable_path/Frameworks", "/usr/lib/swift"]
    builder.libraries.append("@rpath/Kit.framework/Kit")
    builder.encryption = 1
    builder.symbols = [
      .local("_helper"), .debugging("_main"), .exported("__mh_execute_header"), .imported("_CC_MD5"),
      .imported("___stack_chk_fail"),
    ]
    return builder
  }

  @Test(arguments: [(true, false), (true, true), (false, false), (false, true)])
  func everyWidthAndOrderIsRead(is64Bit: Bool, isBigEndian: Bool) throws {
    var builder = Self.full
    (builder.is64Bit, builder.isBigEndian) = (is64Bit, isBigEndian)
    if !is64Bit { builder.processor = isBigEndian ? (18, 0) : (12, 9) }
    let image = try #require(try Self.source(builder.bytes()).images.first)
    let slice = image.slice
    #expect(slice.problems.isEmpty)
    #expect(slice.header.fileType == .executable)
    #expect(slice.header.flags.contains(.positionIndependent))
    #expect(slice.header.architecture.name == (is64Bit ? "arm64" : isBigEndian ? "ppc" : "armv7"))
    #expect(slice.segments.map(\.name) == ["__PAGEZERO", "__TEXT", "__DATA"])
    #expect(slice.segments[2].initial == [.read, .write])
    #expect(slice.section("__data")?.bytes(in: image.bytes)?.array == [1, 2, 3, 4])
    #expect(slice.libraries.map(\.path) == ["/usr/lib/libSystem.B.dylib", "@rpath/Kit.framework/Kit"])
    #expect(slice.searchPaths == ["@executable_path/Frameworks", "/usr/lib/swift"])
    #expect(slice.buildVersion?.platformName == "iOS")
    #expect(slice.buildVersion?.minimum.text == "18.0")
    #expect(slice.encryption == 1)
    #expect(image.imports.listed == ["_CC_MD5", "___stack_chk_fail"])
    #expect(slice.symbolCounts.local == 1 && slice.symbolCounts.debugging == 1)
    #expect(slice.symbolCounts.external == 1 && slice.symbolCounts.samples == ["_helper"])
    var texts: [String] = []
    MachOImage(BinaryBytes(builder.bytes()))?.strings.forEach { texts.append($0.value) }
    #expect(texts.isEmpty, "texts of three letters are too short to be looked at")
  }

  @Test(arguments: [false, true]) func everySliceOfAFatFileIsRead(is64Bit: Bool) throws {
    var second = MachOBuilder.x86
    second.flags = 0x85
    let source = try Self.source(MachOBuilder.fat([.arm64, second], is64Bit: is64Bit))
    #expect(source.images.map(\.name) == ["arm64", "x86_64"])
    #expect(source.images.map { $0.slice.header.flags.contains(.positionIndependent) } == [true, false])
    #expect(source.file.path == "App" && source.file.problems.isEmpty)
  }

  @Test func archivesInsideAreCountedAndPassedOver() throws {
    let archive = Array("!<arch>\n".utf8) + [UInt8](repeating: 0x20, count: 80)
    let parts: [((type: UInt32, subtype: UInt32), [UInt8])] = [
      ((7, 3), archive), ((0x0100_000C, 0), MachOBuilder.arm64.bytes()),
    ]
    let source = try Self.source(MachOBuilder.fat(parts))
    #expect(source.images.map(\.name) == ["arm64"] && source.archives == 1)
    #expect(throws: MachOError.archive) { try Self.source(archive) }
    #expect(throws: MachOError.archive) { try Self.source(MachOBuilder.fat([((7, 3), archive)])) }
  }

  @Test func whatIsNoMachineCodeIsRefused() {
    let big = MachOBuilder.fat([.arm64])
    for bytes in [[], [1, 2, 3], Array(MachOBuilder.arm64.bytes().prefix(20)), Array(big.prefix(40))] {
      #expect(throws: MachOError.malformed) { try Self.source(bytes) }
    }
    var many = big
    many[4] = 0x7F
    #expect(throws: MachOError.malformed) { try Self.source(many) }
    #expect(MachOError.malformed.description == MachOError.malformed.message.english)
    #expect(MachOError.archive.message.english != MachOError.archive.message.japanese)
  }

  @Test func slicesAndSectionsThatShareBytesAreNotReadTwice() throws {
    var overlapping = MachOBuilder.fat([.arm64, .x86])
    overlapping[8 + 20 + 10] = overlapping[8 + 10]
    overlapping[8 + 20 + 11] = overlapping[8 + 11]
    #expect(throws: MachOError.malformed) { try Self.source(overlapping) }

    var builder = MachOBuilder()
    builder.segments = [MachOBuilder.Segment("__TEXT", 5, [.texts("__cstring", "a text of the program")])]
    let first = try #require(try Self.source(builder.bytes()).images.first)
    #expect(first.strings.sections.map(\.name) == ["__cstring"])
    builder.segments = (0..<300).map { MachOBuilder.Segment("__S\($0)") }
    let many = try #require(try Self.source(builder.bytes()).images.first)
    #expect(many.slice.segments.count == MachOSlice.segmentLimit && !many.slice.problems.isEmpty)
  }

  @Test func lyingCountsAndPlacesAreNamedAndTheRestIsRead() throws {
    var builder = Self.full
    builder.commandCount = 90
    #expect(try Self.source(builder.bytes()).file.problems == ["arm64 load commands"])

    builder = Self.full
    builder.commandSize = 1 << 30
    #expect(try Self.source(builder.bytes()).images.first?.slice.searchPaths.count == 2)

    builder = Self.full
    builder.symbols = []
    builder.extraCommands = [
      [2, 24, 0xFFFF_FFF0, 0xFFFF_FFFF, 0xFFFF_FFF0, 0xFFFF_FFFF].flatMap(builder.word)
    ]
    let lying = try Self.source(builder.bytes())
    #expect(lying.file.problems == ["arm64 LC_SYMTAB"])
    #expect(lying.images.first?.imports.all == [])

    builder = Self.full
    builder.extraCommands = [[0x8000_001C, 16, 4096, 0].flatMap(builder.word)]
    #expect(try Self.source(builder.bytes()).file.problems == ["arm64 LC_RPATH"])

    builder = Self.full
    builder.extraCommands = [[0x8000_0034, 16, 0xFFFF_0000, 64].flatMap(builder.word)]
    #expect(try Self.source(builder.bytes()).file.problems == ["arm64 LC_DYLD_CHAINED_FIXUPS"])

    builder = Self.full
    builder.extraCommands = [[0x1D, 16, 0, 64].flatMap(builder.word)]
    #expect(try Self.source(builder.bytes()).file.problems == ["arm64 LC_CODE_SIGNATURE"])

    builder = Self.full
    builder.extraCommands = [builder.word(0x1B) + builder.word(4)]
    #expect(try Self.source(builder.bytes()).file.problems == ["arm64 load commands"])
  }

  /// Names that a slice binds: by opcodes, also after an end as lazy tables have it, and by chained fixups.
  @Test func bindingsAreImports() throws {
    var builder = MachOBuilder()
    builder.bindOpcodes =
      [0x11, 0x40] + Array("_CC_MD5\0".utf8) + [0x51, 0x72, 0x10, 0x90, 0x00, 0x20, 0x81, 0x01]
      + [0x40] + Array("_puts\0".utf8) + [0xC0, 0x03, 0x08, 0x41] + Array("_never\0".utf8)
    var image = try #require(try Self.source(builder.bytes()).images.first)
    #expect(image.imports.bound == ["_CC_MD5", "_puts"])
    #expect(image.imports.contains("_puts") && !image.imports.contains("_never"))

    builder.bindOpcodes = [0x11, 0x40] + Array("_endless".utf8)
    #expect(try Self.source(builder.bytes()).file.problems == ["arm64 LC_DYLD_INFO"])

    builder.bindOpcodes = nil
    builder.chainedImports = ["_SecTrustEvaluate", "_malloc"]
    image = try #require(try Self.source(builder.bytes()).images.first)
    #expect(image.imports.all == ["_SecTrustEvaluate", "_malloc"])
  }
}
