import Foundation
import OmamoriATS
import Testing

@Suite struct PropertyListPeerTests {
  @Test(
    "Files of an independent writer read the same in both forms",
    .enabled(if: PropertyListPeer.python != nil, "python3 is not installed")
  )
  func peerFiles() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("plist-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try #require(try PropertyListPeer.run(PropertyListPeer.writer, [folder.path, "60"]) == 0)
    for number in 0...60 {
      let expected = try String(contentsOf: folder.appendingPathComponent("\(number).txt"), encoding: .utf8)
      for (form, format) in [("xml", PropertyListFormat.xml), ("binary", .binary)] {
        let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("\(number).\(form)")))
        let document = try PropertyListReader.read(bytes)
        #expect(document.format == format)
        let agrees = PropertyListPeer.spelling(document.root) == expected
        #expect(agrees, "sample \(number), \(form)")
        #expect((document.root.range != nil) == (format == .xml))
      }
    }
    let uid = [UInt8](try Data(contentsOf: folder.appendingPathComponent("uid.binary")))
    #expect(
      PropertyListPeer.spelling(try PropertyListReader.read(uid).root) == "{75:[u0,u255,u1099511627776]}"
    )
  }
}
