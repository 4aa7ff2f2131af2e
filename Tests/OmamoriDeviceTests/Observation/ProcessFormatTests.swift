@testable import OmamoriDevice
import Testing

/// What the kernel writes about processes, also when an attacker has written it.
@Suite("Formats of /proc")
struct ProcessFormatTests {
  private func map(_ text: String) throws -> [MemoryMapping] {
    try MemoryMapReader.mappings(in: Array(text.utf8))
  }

  @Test("lines of a memory map")
  func maps() throws {
    let found = try map(
      """
      55d0c0000000-55d0c0002000 r-xp 00001000 fd:01 131 /usr/bin/a b
      7f00-7f10 rwxs 00000000 00:01 9 /memfd:x (deleted)
      7f10-7f20 ---p 00000000 00:00 0
      7f20-7f30 r-xp 00000000 00:00 0 [vdso]
      7f30-7f40 r-xp 00000000 00:00 0
      7f40-7f50 r-xp 00000000 08:01 77 /opt/x.so (deleted)

      """)
    #expect(found.count == 6)
    #expect(found[0].path == "/usr/bin/a b" && found[0].name == "a b" && found[0].offset == 0x1000)
    #expect(found[0].access == [.read, .execute] && found[0].size == 0x2000 && found[0].inode == 131)
    #expect(found.map(\.origin) == [.file, .memoryFile, .anonymous, .kernel, .anonymous, .deletedFile])
    #expect(found[1].access == [.read, .write, .execute, .shared] && found[1].isDeleted)
    #expect(found[5].path == "/opt/x.so")
  }

  @Test(
    "lines of another form are refused",
    arguments: [
      "x", "1-", "2-1 r-xp 0 0:0 0\n", "1-2 r?xp 0 0:0 0\n", "1-2 r-xp 0 0:0 99999999999999999999999\n",
      "1-2 r-xp 0 00 0\n", "11111111111111111-2 r-xp 0 0:0 0\n",
    ])
  func refused(text: String) {
    #expect(throws: DeviceError.process(.unreadable)) { try map(text) }
  }

  @Test("a path longer than any file system's is refused")
  func longPath() {
    let line = "1-2 r-xp 0 0:0 1 /" + String(repeating: "a", count: MemoryMapReader.greatestPath) + "\n"
    #expect(throws: DeviceError.process(.unreadable)) { try map(line) }
  }

  @Test("fields of the status")
  func status() {
    let text = "Name:\tTracerPid:\t7\nTracerPid:\t42\nUid:\t1\t2\t3\t4\nCapEff:\t00000000000000ff\n"
    let status = StatusReader(Array(text.utf8))
    #expect(status.tracer == 42, "a program's name cannot stand for a field")
    #expect(status.credentials == ProcessCredentials(user: 2, capabilities: 0xFF))
    #expect(StatusReader(Array("TracerPid:".utf8)).tracer == nil)
    #expect(StatusReader([]).credentials == nil)
  }

  @Test("only the loader's variables are read")
  func variables() {
    let bytes = Array(
      "PASSWORD=LD_PRELOAD=x\0LD_PRELOAD=/a.so:/b.so\0LD_AUDIT\0DYLD_X=1\0LD_AUDIT=/c.so".utf8)
    #expect(
      StartVariable.ofLoader(in: bytes) == [
        StartVariable("LD_PRELOAD", "/a.so:/b.so"), StartVariable("DYLD_X", "1"),
        StartVariable("LD_AUDIT", "/c.so"),
      ])
    #expect(LoaderList.paths(inVariable: "/a.so:#d/b.so # c.so") == ["/a.so", "#d/b.so", "#", "c.so"])
    #expect(
      LoaderList.paths(inFile: "/a.so:/b.so  c.so\n# /d.so\n/e.so # f") == [
        "/a.so", "/b.so", "c.so", "/e.so",
      ])
  }

  @Test("no number of other variables hides one of the loader's")
  func manyVariables() {
    let others = (0..<70_000).flatMap { _ in [UInt8(ascii: "A"), UInt8(ascii: "="), 0] }
    let found = StartVariable.ofLoader(in: others + Array("LD_PRELOAD=/tmp/x.so".utf8))
    #expect(found == [StartVariable("LD_PRELOAD", "/tmp/x.so")])
  }

  @Test("pages that are the process's own")
  func pages() {
    // Not there; of the file; its own; swapped out; shared or of the file, and swapped out.
    let flags: [UInt8] = [0, 0xA0, 0x80, 0x40, 0x60]
    let bytes: [UInt8] = flags.flatMap { flag -> [UInt8] in [0, 0, 0, 0, 0, 0, 0, flag] } + [1, 2]
    #expect(PageEntries(bytes).privatePlaces == [2, 3])
  }

  @Test("folders are told without their names")
  func folders() {
    let kinds = [
      "/usr/lib/a.so", "/usr/local/lib/a.so", "/home/taro/a.so", "/dev/shm/a", "/memfd:a", "/opt/a", "/tmpx",
      "/usr/lib/../../tmp/a.so",
    ]
    #expect(
      kinds.map { FolderKind($0) } == [.system, .other, .home, .temporary, .memory, .other, .other, .other])
  }

  /// Characters that join what stands before them hide nothing: the kernel and the loader go by bytes.
  @Test("accents behind separators hide nothing", arguments: ["\u{301}", "\u{200D}", "\u{FE0F}"])
  func accents(accent: String) throws {
    let found = try map(
      """
      7f00-7f10 r-xp 00000000 00:01 9 /memfd:\(accent)x (deleted)
      7f10-7f20 r-xp 00000000 08:01 77 /\(accent)opt/x.so
      7f20-7f30 r-xp 00000000 08:01 78 /opt/x\(accent) (deleted)
      7f30-7f40 r-xp 00000000 08:01 79 /tmp/\(accent)x.so

      """)
    #expect(found.map(\.origin) == [.memoryFile, .file, .deletedFile, .file])
    #expect(found.map { FolderKind($0.path) } == [.memory, .other, .other, .temporary])
    #expect(found[3].name.utf8.elementsEqual((accent + "x.so").utf8))
    #expect(FolderKind("/usr/local/\(accent)x.so") == .other)
    #expect(LoaderList.paths(inVariable: "/a.so:\(accent)/b.so") == ["/a.so", accent + "/b.so"])
    #expect(LoaderList.paths(inFile: "#\(accent) /a.so\n\(accent)/b.so #") == [accent + "/b.so"])
    let bytes = Array("LD_\(accent)X=1".utf8)
    #expect(StartVariable.ofLoader(in: bytes).map(\.value) == ["1"])
  }

  @Test("only what ends a line for the loader ends a comment")
  func lineEnds() {
    #expect(LoaderList.paths(inFile: "# a\u{2028}/b.so\r/c.so\u{85}/d.so\r\n/e.so") == ["/e.so"])
  }
}
