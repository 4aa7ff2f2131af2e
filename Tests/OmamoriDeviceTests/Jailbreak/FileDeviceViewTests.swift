import Foundation
import OmamoriCore
import Testing

@testable import OmamoriDevice

/// A real folder, asked about in several ways.
@Suite struct FileDeviceViewTests {
  private let folder = NSTemporaryDirectory() + "omamori-device-\(UUID().uuidString)"

  private func inFolder(_ body: () throws -> Void) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body()
  }

  @Test func everyWayAgreesOnFilesAndOnNothing() throws {
    try inFolder {
      let view = FileDeviceView(host: .device, forbidden: folder)
      #expect(FileManager.default.createFile(atPath: folder + "/here", contents: nil))
      let found = view.sightings(of: folder + "/here")
      #expect(found.answers.count == 4 && found.isThere && !found.disagree)
      let absent = view.sightings(of: folder + "/away")
      #expect(absent.answers.count == 3 && !absent.isThere && !absent.disagree)
      try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "/stash")
      #expect(view.destination(ofLink: folder + "/link") == "/stash")
      #expect(view.destination(ofLink: folder + "/here") == nil)
    }
  }

  @Test func anEscapeLeavesNothingBehind() throws {
    try inFolder {
      let view = FileDeviceView(host: .device, forbidden: folder)
      #expect(view.tryToEscape() == .wrote(isCleanedUp: true))
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left.isEmpty)
    }
    #expect(FileDeviceView(host: .device, forbidden: folder).tryToEscape() == .failed(code: 2))
    #if os(Linux)
    #expect(
      FileDeviceView(host: .device, forbidden: "/proc/self/fdinfo").tryToEscape() != .wrote(isCleanedUp: true)
    )
    #endif
  }
}
