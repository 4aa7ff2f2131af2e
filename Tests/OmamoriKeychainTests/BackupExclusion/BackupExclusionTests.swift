#if os(Linux)
import Foundation
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import TestSupport
import Testing

/// A folder on a disk, found by what it can do, and one in memory.
private let places = ["/var/tmp", "/dev/shm", FileManager.default.temporaryDirectory.path]

private func supports(_ mechanism: BackupMechanism, _ parent: String) -> Bool {
  guard let folder = try? TemporaryFolder(in: parent),
    let status = try? BackupExclusion.status(of: folder.path)
  else {
    return false
  }
  return status.states[mechanism] == .notExcluded
}

@Suite struct BackupExclusionTests {
  @Test(arguments: places.filter { (try? TemporaryFolder(in: $0)) != nil })
  func excludingAndIncludingSaysWhatEveryMechanismDid(parent: String) throws {
    let folder = try TemporaryFolder(in: parent, permissions: 0o700)
    let file = try folder.write("x", to: "data")
    for path in [folder.path, file] {
      let isFolder = path == folder.path
      let before = try BackupExclusion.status(of: path)
      #expect(before.states.count == (isFolder ? 3 : 2))
      let supported = before.mechanisms(.notExcluded)
      #expect(before.states.values.allSatisfy { $0 == .notExcluded || $0 == .unsupported })
      let excluded = try BackupExclusion.exclude(path)
      #expect(excluded.mechanisms(.excluded) == supported)
      #expect(try BackupExclusion.status(of: path) == excluded)
      #expect(excluded.summary == (supported.isEmpty ? .unsupported : .excluded))
      #expect(try BackupExclusion.exclude(path) == excluded)
      #expect(try BackupExclusion.include(path) == before)
      #expect(try BackupExclusion.include(path) == before)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/CACHEDIR.TAG"))
  }

  @Test(
    .enabled(
      if: supports(.noDump, "/var/tmp") && FileManager.default.isExecutableFile(atPath: "/usr/bin/lsattr")))
  func otherProgramsSeeTheFlag() throws {
    let folder = try TemporaryFolder(in: "/var/tmp", permissions: 0o700)
    let file = try folder.write("x", to: "data")
    _ = try BackupExclusion.exclude(file)
    #expect(try output("/usr/bin/lsattr", [file]).split(separator: " ").first?.contains("d") == true)
    _ = try output("/usr/bin/chattr", ["-d", file])
    #expect(try BackupExclusion.status(of: file).states[.noDump] == .notExcluded)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tar")))
  func tarLeavesATaggedFolderOut() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/inner", withIntermediateDirectories: false)
    try folder.write("x", to: "inner/secret")
    let archive = folder.path + "/a.tar"
    let arguments = ["--exclude-caches", "-cf", archive, "-C", folder.path, "inner"]
    _ = try output("/usr/bin/tar", arguments)
    #expect(try output("/usr/bin/tar", ["-tf", archive]).contains("inner/secret"))
    _ = try BackupExclusion.exclude(folder.path + "/inner")
    _ = try output("/usr/bin/tar", arguments)
    #expect(try !output("/usr/bin/tar", ["-tf", archive]).contains("inner/secret"))
  }

  @Test(arguments: places.filter { (try? TemporaryFolder(in: $0)) != nil })
  func replacingKeepsTheExclusionAndTheRights(parent: String) throws {
    let folder = try TemporaryFolder(in: parent, permissions: 0o700)
    let file = folder.path + "/data"
    let first = try replace(file, "one")
    #expect(first.before == nil && first.lost.isEmpty)
    #expect(first.after.mechanisms(.excluded).isEmpty)
    let excluded = try BackupExclusion.exclude(file)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    for text in ["two", "three"] {
      let next = try replace(file, text)
      #expect(next.before == excluded && next.after == excluded && next.lost.isEmpty)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["data"])
  }

  @Test func anOrdinaryReplacementLosesWhatOursKeeps() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let file = try folder.write("x", to: "data")
    let excluded = try BackupExclusion.exclude(file)
    try Data("y".utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    let after = try BackupExclusion.status(of: file)
    #expect(excluded.summary == .unsupported || after != excluded)
  }

  @Test func aTagThatIsNoneIsNeitherTrustedNorTouched() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let tag = try folder.write("mine", to: "CACHEDIR.TAG")
    #expect(try BackupExclusion.status(of: folder.path).states[.cacheDirectoryTag] == .notExcluded)
    let status = try BackupExclusion.exclude(folder.path)
    guard case .failed = status.states[.cacheDirectoryTag] else {
      Issue.record("A foreign tag was replaced")
      return
    }
    #expect(status.summary != .excluded)
    _ = try BackupExclusion.include(folder.path)
    #expect(try String(contentsOfFile: tag, encoding: .utf8) == "mine")
  }

  @Test func aReportNamesWhatIsNotExcluded() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    for name in ["a", "b", "b/c"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + name, withIntermediateDirectories: false)
    }
    for name in ["a/1", "b/2", "b/c/3", "4"] { try folder.write(name, to: name) }
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "/etc")
    let before = try BackupExclusion.report(on: folder.path)
    #expect(before.examined == 8 && before.isComplete && before.skipped == ["link"])
    #expect(before.notExcluded.map(\.path) == [".", "4", "a", "a/1", "b", "b/2", "b/c", "b/c/3"])
    _ = try BackupExclusion.exclude(folder.path + "/b")
    for name in ["b/2", "b/c", "b/c/3", "4"] { _ = try BackupExclusion.exclude(folder.path + "/" + name) }
    let after = try BackupExclusion.report(on: folder.path)
    #expect(after.examined >= 8)
    #expect(after.notExcluded.map(\.path).filter { !$0.hasSuffix("CACHEDIR.TAG") } == [".", "a", "a/1"])
    let inner = after.notExcluded.first { $0.path == "b/CACHEDIR.TAG" }
    #expect(inner?.status.states[.cacheDirectoryTag] == .excluded)
    let part = try BackupExclusion.report(on: folder.path, limit: 3)
    #expect(part.examined == 3 && !part.isComplete)
  }

  @Test func aDeepFolderDoesNotEndTheProcess() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    var path = folder.path
    for _ in 0..<200 { path += "/d" }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let report = try BackupExclusion.report(on: folder.path)
    #expect(!report.isComplete && report.examined == BackupExclusion.greatestDepth + 1)
  }

  @Test func whatIsNoFileIsRefused() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: folder.path)
    for path in [folder.path + "/none", folder.path + "/link", "/dev/null", "", "a\0b"] {
      #expect(throws: KeychainError.self) { try BackupExclusion.exclude(path) }
      #expect(throws: KeychainError.self) { try BackupExclusion.status(of: path) }
    }
  }

  @Test(arguments: ["", "/", "//", "/.", "/./", "/.//./"])
  func aLinkIsRefusedByEverySpelling(ending: String) throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let (real, link) = (folder.path + "/real", folder.path + "/link" + ending)
    try FileManager.default.createDirectory(atPath: real, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "real")
    let before = try BackupExclusion.status(of: real)
    #expect(throws: KeychainError.self) { try BackupExclusion.exclude(link) }
    #expect(throws: KeychainError.self) { try BackupExclusion.status(of: link) }
    #expect(throws: KeychainError.self) { try BackupExclusion.report(on: link) }
    #expect(try BackupExclusion.status(of: real) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: real).isEmpty)
    let excluded = try BackupExclusion.exclude(real + ending)
    #expect(throws: KeychainError.self) { try BackupExclusion.include(link) }
    #expect(try BackupExclusion.status(of: real) == excluded)
    #expect(try BackupExclusion.include(real + ending) == before)
  }

  @Test(arguments: ["/", "/."])
  func aFileIsNoFolder(ending: String) throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let file = try folder.write("x", to: "data")
    #expect(throws: KeychainError.self) { try BackupExclusion.exclude(file + ending) }
    #expect(try BackupExclusion.report(on: "/", limit: 1).examined == 1)
    #expect(try BackupExclusion.report(on: "/.", limit: 1).examined == 1)
  }

  @Test func partialSuccessIsNeverASuccess() {
    #expect(BackupStatus([.noDump: .excluded, .backupAttribute: .unsupported]).summary == .excluded)
    #expect(BackupStatus([.noDump: .excluded, .backupAttribute: .notExcluded]).summary == .partlyExcluded)
    #expect(
      BackupStatus([.noDump: .excluded, .backupAttribute: .failed(code: 1)]).summary == .partlyExcluded)
    #expect(BackupStatus([.noDump: .failed(code: 1)]).summary == .notExcluded)
    #expect(BackupStatus([.noDump: .unsupported]).summary == .unsupported)
    #expect(BackupStatus([:]).summary == .unsupported)
  }

  private func replace(_ path: String, _ text: String) throws -> BackupReplacement {
    let secret = SecretBytes(copying: Array(text.utf8))
    return try BackupExclusion.replace(path, with: secret.bytes)
  }

  private func output(_ program: String, _ arguments: [String]) throws -> String {
    try Program.run([program] + arguments).output
  }
}
#endif
