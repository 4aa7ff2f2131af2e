import Foundation
import OmamoriCore
import TestSupport
import Testing

/// Property lists, archives and folders that are made to harm their reader.
@Suite("Hostile files", .timeLimit(.minutes(5)), .serialized) struct HostileFileTests {
  /// A binary property list of `objects`, of which the first is the outermost.
  private func binaryList(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
    bytes += [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [objects.count, 0, table] {
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    return bytes
  }

  @Test func propertyLists() throws {
    let folder = try TemporaryFolder()
    // A set, which no property list may hold; arrays that hold each other's successor fifteen times; a circle.
    try folder.write(binaryList([[0xC1, 1], [0x51, 0x41]]), to: "Set-Info.plist")
    let sharing = (0..<60).map { [0xAE] + [UInt8](repeating: UInt8($0 + 1), count: 14) } + [[0x51, 0x41]]
    try folder.write(binaryList(sharing), to: "Sharing-Info.plist")
    try folder.write(binaryList([[0xA1, 0]]), to: "Circle-Info.plist")
    try folder.write("bplist00", to: "Short-Info.plist")
    let deep = String(repeating: "<array>", count: 200_000) + String(repeating: "</array>", count: 200_000)
    try folder.write("<?xml version=\"1.0\"?><plist version=\"1.0\">\(deep)</plist>", to: "Deep-Info.plist")
    let laughs = (1..<30).map { "<!ENTITY a\($0) \"&a\($0 - 1);&a\($0 - 1);\">" }.joined()
    try folder.write(
      "<!DOCTYPE plist [<!ENTITY a0 \"ha\">\(laughs)]><plist><string>&a29;</string></plist>",
      to: "Laughs-Info.plist")
    let report = try audit(folder)
    let names = ["Circle", "Deep", "Laughs", "Set", "Sharing", "Short"].map { $0 + "-Info.plist" }
    #expect(skipped(report).sorted() == names)
  }

  @Test func foldersAndSpecialFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write("let one = 1\n", to: "One.swift")
    // because the name is a string that outlives the call
    _ = unsafe mkfifo(folder.path("pipe.swift"), 0o600)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("out.swift"), withDestinationPath: "/etc/hostname")
    try FileManager.default.createSymbolicLink(atPath: folder.path("again"), withDestinationPath: ".")
    var deep = folder.url.path
    for _ in 0..<300 {
      deep += "/d"
      // because the name is a string that outlives the call
      _ = unsafe mkdir(deep, 0o700)
    }
    let report = try audit(folder)
    let names = skipped(report)
    #expect(names.contains("pipe.swift"))
    #expect(names.contains("out.swift"))
    #expect(names.contains { $0.hasPrefix("d/d/d/") })
    #expect(report["files"]?["scanned"]?.intValue == 1)
  }

  /// Opening a pipe that nobody writes to would wait for ever.
  @Test(arguments: [
    ["App", "--config"], ["App", "--baseline"], ["--compare", "old.json"], ["old.json", "--compare"],
  ])
  func pipesAndDevicesInPlaceOfFiles(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write("let one = 1\n", to: "App/One.swift")
    #expect(try Omamori.run("audit", "App", "-o", "old.json", in: folder).status == 0)
    // because the name is a string that outlives the call
    _ = unsafe mkfifo(folder.path("pipe"), 0o600)
    for name in ["pipe", "/dev/zero", "/dev/tty"] {
      let ended = try Program(Omamori.path, ["audit"] + words + [name], in: folder).wait(seconds: 60)
      #expect(ended.status == 2, "\(ended.errors)")
      #expect(ended.errors.contains("'\(name)' is a pipe, socket or device"))
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything")) func unreadableFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("let one = 1\n", to: "One.swift")
    try folder.write("let two = 2\n", to: "Two.swift")
    // because the name is a string that outlives the call
    _ = unsafe chmod(folder.path("Two.swift"), 0)
    #expect(try skipped(audit(folder)) == ["Two.swift"])
    let ended = try Omamori.run("audit", "Two.swift", in: folder)
    #expect(ended.status == 3)
  }

  @Test func namesThatSteerTerminals() throws {
    let folder = try TemporaryFolder()
    try folder.write(Material.oldTLS, to: "\u{1B}[31mred\u{202E}\n.swift")
    let ended = try Omamori.run("audit", ".", in: folder)
    #expect(ended.status == 1)
    for character in ["\u{1B}", "\u{202E}"] {
      #expect(!(ended.output + ended.errors).contains(character))
    }
    #expect(ended.output.split(separator: "\n").count { $0.contains("[\(Material.rule)]") } == 1)
  }

  private func audit(_ folder: TemporaryFolder) throws -> JSONValue {
    let command = "ulimit -v 4000000; exec omamori audit . --json --fail-on none"
    let ended = try Program(Program.find("bash") ?? "/bin/bash", ["-c", command], in: folder).wait(
      seconds: 60)
    #expect(ended.status == 0, "\(ended.errors)")
    return try StrictJSON.parse(ended.output)
  }

  private func skipped(_ report: JSONValue) -> [String] {
    (report["files"]?["skipped"]?.arrayValue ?? []).compactMap { $0["file"]?.stringValue }
  }
}
