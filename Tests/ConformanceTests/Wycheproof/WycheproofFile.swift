import Foundation
import OmamoriCore
import Testing

/// A file of the Wycheproof project: groups of tests that say what a correct implementation accepts and refuses.
struct WycheproofFile {
  /// The folder with the files, when `OMAMORI_VECTORS` names one that has them.
  static let folder: String? = {
    guard let root = ProcessInfo.processInfo.environment["OMAMORI_VECTORS"] else { return nil }
    let folder = root + "/wycheproof"
    return FileManager.default.fileExists(atPath: folder) ? folder : nil
  }()

  /// Whether there is something to run; the condition of every suite.
  static var isAvailable: Bool { folder != nil }

  /// The name without its ending.
  let name: String
  private let groups: [(group: WycheproofFields, tests: [WycheproofTest])]
  private let statedCount: Int

  /// All tests of all groups.
  var tests: [WycheproofTest] { groups.flatMap(\.tests) }

  /// Reads `name.json` from the folder.
  init(_ name: String) throws {
    let path = try #require(Self.folder) + "/\(name).json"
    try self.init(name, document: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
  }

  /// Reads a document.
  init(_ name: String, document: [UInt8]) throws {
    self.name = name
    let file = WycheproofFields(try StrictJSON.parse(document))
    statedCount = try file.integer("numberOfTests")
    groups = try file.list("testGroups").map { group in
      (group, try group.list("tests").map(WycheproofTest.init))
    }
  }

  /// Runs every test and fails unless the counts are exactly the expected ones and no answer is wrong.
  ///
  /// - Parameters:
  ///   - run: How many tests are to be run.
  ///   - skipped: How many are to be skipped; the closure says why with each.
  ///   - acceptable: How many of the tests that leave the answer open are to be accepted, if that is pinned.
  ///   - answer: Does what the test says. What it throws counts as `rejected`.
  func check(
    run: Int,
    skipped: Int = 0,
    acceptable: Int? = nil,
    answer: (WycheproofFields, WycheproofTest) throws -> WycheproofAnswer
  ) {
    let report = report(answer)
    print(report)
    #expect(report.wrong.isEmpty, "\(name): wrong answers")
    #expect(report.run == run, "\(name): tests run")
    #expect(report.skipped.values.reduce(0, +) == skipped, "\(name): tests skipped")
    #expect(report.run + skipped == statedCount, "\(name): the number that the file states")
    if let acceptable {
      #expect(report.acceptedAcceptable == acceptable, "\(name): accepted though optional")
    }
  }

  /// Runs every test.
  func report(_ answer: (WycheproofFields, WycheproofTest) throws -> WycheproofAnswer) -> WycheproofReport {
    var report = WycheproofReport(name: name)
    for (group, tests) in groups {
      for test in tests {
        do {
          report.add(try answer(group, test), to: test)
        } catch let fault as WycheproofFields.Fault {
          report.addFault(fault, in: test)
        } catch {
          report.add(.rejected, to: test)
        }
      }
    }
    return report
  }
}
