import Foundation
import OmamoriCore
import TestSupport
import Testing

/// `omamori doctor` on this machine, whatever it is like.
@Suite("Doctor")
struct DoctorTests {
  private static let questions = [
    "integrity", "hardening", "keychain", "secret-memory", "core-files", "randomness", "clock", "libraries",
    "hardware-keys", "authentication", "pinning",
  ]

  private func items(_ ended: Ended) throws -> [JSONValue] {
    let document = try StrictJSON.parse(ended.output)
    #expect(document["kind"]?.stringValue == "run-time")
    return document["checklist"]?.arrayValue ?? []
  }

  private func item(_ id: String, _ items: [JSONValue]) throws -> JSONValue {
    try #require(items.first { $0["id"]?.stringValue == id })
  }

  @Test func answersEveryQuestionWithEvidence() throws {
    let ended = try Omamori.run("doctor", "--json", in: try TemporaryFolder())
    let items = try items(ended)
    #expect(items.compactMap { $0["id"]?.stringValue } == Self.questions)
    let hasFailed = items.contains { $0["answer"]?.stringValue == "fail" }
    #expect(ended.status == (hasFailed ? 1 : 0), "\(ended.errors)")
    for item in items where item["state"]?.stringValue == "unavailable" {
      #expect(item["answer"]?.stringValue == "unknown" && item["unavailable"]?.stringValue != nil)
    }
    #expect(try item("randomness", items)["state"]?.stringValue == "passed")
    #expect(try item("libraries", items)["facts"]?["openssl"]?.stringValue?.isEmpty == false)
    // The home folder does not exist, so that there is no keychain, and none was made.
    #expect(try item("keychain", items)["unavailable"]?.stringValue == "platform")
    #expect(try item("pinning", items)["unavailable"]?.stringValue == "not-given")
  }

  @Test func completenessCanBeRequired() throws {
    let sandbox = try TemporaryFolder()
    let plain = try Omamori.run("doctor", in: sandbox)
    let strict = try Omamori.run("doctor", "--require-complete", in: sandbox)
    #expect(strict.status == (plain.status == 1 ? 1 : 4))
  }

  @Test func speaksBothLanguages() throws {
    let sandbox = try TemporaryFolder()
    let english = try Omamori.run("doctor", in: sandbox)
    #expect(english.output.contains("Can the clock be right?") && english.errors.isEmpty)
    let japanese = try Omamori.run("doctor", "--language", "ja", in: sandbox)
    #expect(japanese.output.contains("時計は正しい時刻を示していますか"))
    #expect(!english.output.contains("\u{1B}"))
  }

  @Test(arguments: [
    ["--timeout", "0"], ["--url", "http://example.com/"],
    ["--url", "https://localhost/", "--anchors", "text"],
  ])
  func badInputIsUsage(words: [String]) throws {
    let sandbox = try TemporaryFolder()
    try sandbox.write("no certificate\n", to: "text")
    let ended = try Program(Omamori.path, ["doctor"] + words, in: sandbox).wait(seconds: 60)
    #expect(ended.status == 2 && ended.output.isEmpty)
  }

  @Test(.enabled(if: Program.find("openssl") != nil, "openssl is not installed"))
  func triesPinsAtAServer() throws {
    let lab = try TLSLab()
    let server = try lab.server("ec")
    let url = "https://127.0.0.1:\(server.port)/"
    let right = try item(
      "pinning", try items(try lab.omamori("doctor", "--json", "--url", url, "--anchors", "ca.pem")))
    #expect(right["state"]?.stringValue == "passed", "\(right["reason"]?.stringValue ?? "")")
    #expect(right["facts"]?["wrong-pins"]?[0]?.stringValue == "refused")
    // A chain that nobody vouches for says nothing about pins.
    let other = try item("pinning", try items(try lab.omamori("doctor", "--json", "--url", url)))
    #expect(other["unavailable"]?.stringValue == "failed")
  }
}
