import Foundation
import OmamoriCore
import TestSupport
import Testing

/// The time of an audit grows with its input and not with the square of it.
@Suite("Large inputs", .timeLimit(.minutes(10)), .serialized) struct LargeInputTests {
  /// Functions that each build a Keychain query, call each other and look alike.
  private func source(functions: Int) -> String {
    let functions = (0..<functions).map { number in
      """
      func save\(number)(_ token: String) throws {
        var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "a\(number)"]
        query[kSecValueData] = Data(token.utf8)
        query[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        try check(SecItemAdd(query as CFDictionary, nil), &query)
        try save\(max(0, number - 1))(token)
      }
      """
    }
    return "import Security\n" + functions.joined(separator: "\n") + "\n"
  }

  private func seconds(functions: Int) throws -> Double {
    let folder = try TemporaryFolder()
    try folder.write(source(functions: functions), to: "Large.swift")
    let ended = try Omamori.run(
      "audit", "Large.swift", "--json", "--fail-on", "none", "--jobs", "1", in: folder, seconds: 200)
    #expect(ended.status == 0, "\(ended.errors)")
    #expect(try StrictJSON.parse(ended.output)["files"]?["scanned"]?.intValue == 1)
    return ended.seconds
  }

  /// 3,200 functions hold 20,000 calls, assignments and queries.
  @Test func fourTimesTheInputTakesAboutFourTimesAsLong() throws {
    let small = try seconds(functions: 800)
    let large = try seconds(functions: 3_200)
    // Sixteen would be the square; other work on the machine may well double a measurement.
    #expect(large < max(small, 0.2) * 9, "\(small) s, then \(large) s")
  }

  @Test func twoThousandFiles() throws {
    let folder = try TemporaryFolder()
    for number in 0..<2_000 {
      try folder.write(
        "import Foundation\n\nlet page\(number) = URL(string: \"http://a.example/\(number)\")\n",
        to: "App/Folder\(number / 100)/File\(number).swift")
    }
    let reports = try ["1", "4"].map { jobs in
      let ended = try Omamori.run("audit", "App", "--json", "--jobs", jobs, "--fail-on", "none", in: folder)
      #expect(ended.status == 0, "\(ended.errors)")
      return ended.output
    }
    let report = try StrictJSON.parse(reports[0])
    #expect(report["files"]?["scanned"]?.intValue == 2_000)
    // Only the time differs, whatever the number of jobs and however often it is run.
    #expect(Volatile.removed(from: reports[0]) == Volatile.removed(from: reports[1]))
    #expect(Volatile.removed(from: reports[0]) != reports[0])
  }
}

/// The two members of a report that differ from run to run.
enum Volatile {
  static func removed(from report: String) -> String {
    report.split(separator: "\n", omittingEmptySubsequences: false).filter {
      !$0.contains("\"startedAt\"") && !$0.contains("\"durationMs\"")
    }.joined(separator: "\n")
  }
}
