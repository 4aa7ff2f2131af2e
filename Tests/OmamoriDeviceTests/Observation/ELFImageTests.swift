import Foundation
import TestSupport
@testable import OmamoriDevice
import Testing

/// The headers of ELF files, also hostile ones.
@Suite("ELF images")
struct ELFImageTests {
  private func image(_ bytes: [UInt8]) throws -> ELFImage { try ELFImage(FakeProcess.File(bytes: bytes)) }

  @Test("a small file")
  func small() throws {
    let image = try image(SmallELF.bytes())
    #expect(image.code == [ELFImage.Segment(offset: 0x1000, size: 0x1000, isWritable: false)])
    #expect(!image.hasTextRelocations && image.buildIdentifier == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(image.isCode(offset: 0x1FFF, size: 1) && !image.isCode(offset: 0x2000, size: 0x1000))
    #expect(!image.isCode(offset: .max, size: 2))
    #expect(try self.image(SmallELF.bytes(hasTextRelocations: true)).hasTextRelocations)
    #expect(try !self.image(SmallELF.bytes(codeIsWritable: true)).isCode(offset: 0x1000, size: 1))
  }

  @Test("what is cut off is refused or read within its bounds")
  func cut() throws {
    let bytes = SmallELF.bytes()
    for size in [0, 3, 4, 63, 64, 100, 175] {
      #expect(throws: DeviceError.process(.unreadable)) { try image(Array(bytes.prefix(size))) }
    }
    #expect(try image(Array(bytes.prefix(0x1000))).buildIdentifier.isEmpty)
  }

  @Test("sizes that overflow are refused")
  func overflow() throws {
    var bytes = SmallELF.bytes()
    for place in 72..<80 { bytes[place] = 0xFF }
    #expect(throws: DeviceError.process(.unreadable)) { try image(bytes) }
  }

  @Test("agrees with readelf about this machine's programs", .enabled(if: Program.areInstalled("readelf")))
  func readelf() throws {
    let paths = ["/bin/sh", "/usr/bin/env", "/usr/bin/python3", "/lib64/ld-linux-x86-64.so.2"]
    for path in paths where FileManager.default.fileExists(atPath: path) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      let image = try image(bytes)
      let text = try Program.run(["readelf", "--wide", "--program-headers", "--notes", path]).output
      let identifier = image.buildIdentifier.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      #expect(!identifier.isEmpty && text.contains("Build ID: \(identifier)"))
      let code = text.split(separator: "\n").filter { $0.contains(" LOAD ") && $0.contains("R E") }
      #expect(code.count == image.code.count)
      for (line, segment) in zip(code, image.code) {
        let fields = line.split(separator: " ")
        #expect(UInt64(fields[1].dropFirst(2), radix: 16) == segment.offset)
        #expect(UInt64(fields[4].dropFirst(2), radix: 16) == segment.size)
      }
    }
  }
}
