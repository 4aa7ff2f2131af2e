import ChatSystem
import Foundation
import Testing

/// Files for nobody but their owner.
@Suite("PrivateFile") struct PrivateFileTests {
  private static func use(_ body: (String) throws -> Void) throws {
    let folder = RunningRelay.newFolder()
    defer { RunningRelay.remove(folder) }
    #expect(try PrivateFile.makeFolder(folder))
    #expect(try PrivateFile.makeFolder(folder))
    try body(folder)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { !$0.hasSuffix(".tmp") })
  }

  @Test func aFileIsReplacedOnlyWhereThatIsWanted() throws {
    try Self.use { folder in
      let path = folder + "/file"
      #expect(try PrivateFile.read(path, limit: 10) == nil)
      try PrivateFile.write([1], to: path, replacing: false)
      #expect(throws: SystemFailure(code: EEXIST)) { try PrivateFile.write([2], to: path, replacing: false) }
      #expect(try PrivateFile.read(path, limit: 1) == [1])
      try PrivateFile.write([2, 3], to: path, replacing: true)
      #expect(try PrivateFile.read(path, limit: 2) == [2, 3])
      #expect(throws: SystemFailure(code: EFBIG)) { try PrivateFile.read(path, limit: 1) }
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
  }

  @Test func aLinkIsNotFollowed() throws {
    try Self.use { folder in
      let (target, link) = (folder + "/target", folder + "/link")
      try PrivateFile.write([1], to: target, replacing: false)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      #expect(throws: SystemFailure(code: ELOOP)) { try PrivateFile.read(link, limit: 10) }
      #expect(throws: SystemFailure(code: EINVAL)) { try PrivateFile.read(folder, limit: 10) }
      try PrivateFile.write([2], to: link, replacing: true)
      #expect(try PrivateFile.read(target, limit: 10) == [1])
      #expect(try PrivateFile.read(link, limit: 10) == [2])
    }
  }

  @Test func aFolderOfOthersIsNotPrivate() throws {
    try Self.use { folder in
      try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: folder)
      #expect(try !PrivateFile.makeFolder(folder))
      let file = folder + "/file"
      try PrivateFile.write([1], to: file, replacing: false)
      #expect(try !PrivateFile.makeFolder(file))
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
    }
  }
}
