#if os(Linux)
import CFileFlags
import Foundation
import Glibc
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What a repaired file keeps besides its permissions.
@Suite struct KeptAttributesTests {
  private static let weak = "configuration.tlsMinimumSupportedProtocolVersion = .TLSv10\n"

  /// Another user may read, the file's group may not: taken for permissions alone, its mask would let the group in.
  private static let list: [UInt8] =
    [2, 0, 0, 0]
    + [(1, 6, UInt32.max), (2, 4, 12_345), (4, 0, .max), (16, 4, .max), (32, 0, .max)].flatMap(entry)

  private static func entry(_ tag: UInt8, _ permissions: UInt8, _ id: UInt32) -> [UInt8] {
    [tag, 0, permissions, 0] + (0..<4).map { UInt8(truncatingIfNeeded: id >> ($0 * 8)) }
  }

  private func withFile<Result>(_ path: String, _ body: (CInt) -> Result) -> Result {
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    return body(descriptor)
  }

  private func set(_ name: String, _ value: [UInt8], _ path: String) -> CInt {
    withFile(path) { unsafe omamori_set_file_attribute($0, name, value, UInt(value.count)) }
  }

  private func value(_ name: String, _ path: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = withFile(path) { unsafe omamori_file_attribute($0, name, &bytes, UInt(bytes.count)) }
    return count < 0 ? nil : Array(bytes[..<count])
  }

  private func repair(_ folder: TemporaryFolder) async throws -> Int {
    let inventory = try Discovery().inventory(at: folder.path)
    let report = try await Auditor(options: Auditor.Options(jobs: 1)).audit(inventory)
    let fixer = SourceFixer(inventory)
    let plans = try await fixer.plans(for: report.findings, jobs: 1)
    return plans.map(fixer.write).flatMap(\.made).count
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func staysWithARepairedFile() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("A.swift", Self.weak)
    let long = [UInt8](repeating: 7, count: 2000)
    let wanted: [(String, [UInt8])] = [
      ("user.empty", []), ("user.long", long), ("system.posix_acl_access", Self.list),
    ]
    for (name, value) in wanted where set(name, value, file) == EOPNOTSUPP {
      try Test.cancel("this file system keeps no attributes")
    }
    #expect(try mode(file) == 0o640)
    #expect(try await repair(folder) == 1)
    for (name, wanted) in wanted { #expect(value(name, file) == wanted, "\(name)") }
    #expect(try mode(file) == 0o640)
  }

  /// A list that new files of the folder get lets nobody read what he could not read before.
  @Test func getsNoListOfItsFolder() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("A.swift", Self.weak)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    let descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(descriptor) }
    let list = Self.list
    if unsafe omamori_set_file_attribute(descriptor, "system.posix_acl_default", list, UInt(list.count)) != 0
    {
      try Test.cancel("this file system keeps no lists")
    }
    try folder.write("B.swift", "let one = 1\n")
    #expect(value("system.posix_acl_access", folder.path + "/B.swift") != nil)
    #expect(try await repair(folder) == 1)
    #expect(value("system.posix_acl_access", file) == nil)
    #expect(try mode(file) == 0o640)
  }
}
#endif
