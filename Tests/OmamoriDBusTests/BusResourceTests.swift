import Foundation
import OmamoriDBus
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: PrivateBus.isPossible), .timeLimit(.minutes(2)))
struct BusResourceTests {
  private func count(_ folder: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/" + folder).count
  }

  @Test func twoHundredConnectionsLeaveNothingBehind() async throws {
    let bus = try PrivateBus()
    let own = try await bus.connect()
    // What other suites have open is not counted.
    let (threads, descriptors) = (try count("task"), try count("fd"))
    for _ in 0..<200 {
      let connection = try await bus.connect()
      let answer = try await connection.call(.bus("GetId", []))
      #expect(answer.first?.text?.count == 32)
    }
    // The bus counts its connections: all but the one that asks are gone soon, and so are their threads.
    for _ in 0..<250 {
      let names = try await own.call(.bus("ListNames", [])).first?.elements ?? []
      if names.count(where: { $0.text?.hasPrefix(":") == true }) == 1 { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    let names = try await own.call(.bus("ListNames", [])).first?.elements ?? []
    #expect(names.count(where: { $0.text?.hasPrefix(":") == true }) == 1)
    #expect(try count("task") < threads + 20)
    #expect(try count("fd") < descriptors + 20)
  }
}
