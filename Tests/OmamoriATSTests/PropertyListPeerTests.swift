import Foundation
import OmamoriATS
import TestSupport
import Testing

@Suite struct PropertyListPeerTests {
  @Test(
    "Files of an independent writer read the same in both forms",
    .enabled(if: Program.areInstalled("python3"), "python3 is not installed")
  )
  func peerFiles() throws {
    let folder = try TemporaryFolder()
    try Program.output(of: ["python3", "-c", PropertyListPeer.writer, folder.path, "60"])
    for number in 0...60 {
      let expected = try folder.read("\(number).txt")
      for (form, format) in [("xml", PropertyListFormat.xml), ("binary", .binary)] {
        let bytes = try folder.bytes(of: "\(number).\(form)")
        let document = try PropertyListReader.read(bytes)
        #expect(document.format == format)
        let agrees = PropertyListPeer.spelling(document.root) == expected
        #expect(agrees, "sample \(number), \(form)")
        #expect((document.root.range != nil) == (format == .xml))
      }
    }
    let uid = try folder.bytes(of: "uid.binary")
    #expect(
      PropertyListPeer.spelling(try PropertyListReader.read(uid).root) == "{75:[u0,u255,u1099511627776]}"
    )
  }
}
