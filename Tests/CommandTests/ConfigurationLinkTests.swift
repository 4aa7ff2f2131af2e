import Foundation
import TestSupport
import Testing

/// A configuration may be a stranger's: the files that it names are read below its own folder only.
@Suite("Files that a configuration names") struct ConfigurationLinkTests {
  private static let advisories = "{\"date\": \"2027-01-31\", \"advisories\": []}"

  /// An app beside a folder with the same files, to which links lead.
  private func app(naming key: String, _ name: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Material.oldTLS, to: "App/One.swift")
    #expect(try Omamori.run("audit", "App", "--write-baseline", "known.json", in: folder).status == 0)
    for place in ["App", "Other"] {
      try folder.write(Self.advisories, to: place + "/advisories.json")
      try folder.write(try folder.read("known.json"), to: place + "/baseline.json")
    }
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.path("App/out"), withDestinationPath: "../Other")
    try files.createSymbolicLink(
      atPath: folder.path("App/link.json"), withDestinationPath: "../Other/\(key).json")
    try folder.write("{\"\(key)\": \"\(name)\"}", to: "App/.omamori.json")
    return folder
  }

  @Test(arguments: [("advisories.json", 1), ("out/advisories.json", 2), ("link.json", 2)])
  func advisories(_ name: String, _ status: Int32) throws {
    let folder = try app(naming: "advisories", name)
    let ended = try Omamori.run("audit", "App", in: folder)
    #expect(ended.status == status)
    #expect(ended.errors.contains("there is no such file of advisories") == (status == 2))
  }

  /// Without its baseline the finding is new.
  @Test(arguments: [("baseline.json", 0), ("out/baseline.json", 1), ("link.json", 1)])
  func baselines(_ name: String, _ status: Int32) throws {
    let folder = try app(naming: "baseline", name)
    #expect(try Omamori.run("audit", "App", in: folder).status == status)
  }
}
