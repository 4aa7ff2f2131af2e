import Foundation
import Testing

@testable import OmamoriAuth

/// Locks whose file others remove.
@Suite struct FileLockTests {
  private let path = NSTemporaryDirectory() + "omamori-lock-\(UInt32.random(in: 0...UInt32.max))"

  /// Whoever opened the file before it was removed, and locks it afterwards, has a lock that nobody else sees.
  @Test func theLockOfARemovedFileIsNone() throws {
    defer { unlink(path) }
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    #expect(descriptor >= 0 && unlink(path) == 0)
    let other = try FileLock.take(path)
    #expect(other != nil)
    #expect(try FileLock.lock(descriptor, of: path) == nil)
    #expect(try FileLock.take(path) == nil)
    withExtendedLifetime(other) {}
  }

  @Test func aLinkIsNotFollowed() throws {
    defer { for name in [path, path + ".target"] { unlink(name) } }
    #expect(symlink(path + ".target", path) == 0)
    #expect(throws: AuthError.system(code: ELOOP)) { try FileLock.take(path) }
    #expect(access(path + ".target", F_OK) != 0)
  }
}
