import Foundation
import OmamoriCore
import Testing

@testable import OmamoriAuth

/// Locks whose file others remove.
@Suite struct FileLockTests {
  private let path = NSTemporaryDirectory() + "omamori-lock-\(UInt32.random(in: 0...UInt32.max))"

  /// Whoever opened the file before it was removed, and locks it afterwards, has a lock that nobody else sees.
  @Test func theLockOfARemovedFileIsNone() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try FileDescriptor(path.utf8, O_RDWR | O_CREAT)
    try FileManager.default.removeItem(atPath: path)
    let other = try FileLock.take(path)
    #expect(other != nil)
    let lost = try FileLock.lock(file, of: path)
    #expect(lost == nil)
    #expect(try FileLock.take(path) == nil)
    withExtendedLifetime(other) {}
  }

  @Test func aLinkIsNotFollowed() throws {
    let target = path + ".target"
    defer { for name in [path, target] { try? FileManager.default.removeItem(atPath: name) } }
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    #expect(throws: AuthError.system(code: ELOOP)) { try FileLock.take(path) }
    #expect(!FileManager.default.fileExists(atPath: target))
  }
}
