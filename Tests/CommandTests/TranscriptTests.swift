import Foundation
import TestSupport
import Testing

/// Runs every file in `Transcripts` with the real tool; `OMAMORI_UPDATE_TRANSCRIPTS=1` writes what is printed instead.
@Suite("Transcripts") struct TranscriptTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Transcripts")

  private static let names: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return all.filter { $0.hasSuffix(".txt") }.sorted()
  }()

  @Test func areThere() { #expect(Self.names.count >= 11) }

  @Test(.enabled(if: Program.find("bash") != nil, "bash is not installed"), arguments: names)
  func plays(name: String) throws {
    let file = Self.folder.appending(path: name)
    var transcript = Transcript(try String(decoding: Data(contentsOf: file), as: UTF8.self))
    let sandbox = try TemporaryFolder()
    for file in transcript.files { try sandbox.write(file.text, to: file.name) }
    let updates = ProcessInfo.processInfo.environment["OMAMORI_UPDATE_TRANSCRIPTS"] == "1"
    for (index, step) in transcript.steps.enumerated() {
      let lines = try Transcript.run(step, in: sandbox)
      guard !Transcript.matches(step.expected, lines) else { continue }
      if updates {
        transcript.steps[index].expected = lines
      } else {
        let comment = "$ \(step.command)\n\(lines.joined(separator: "\n"))\n-- expected --\n"
        Issue.record("\(comment)\(step.expected.joined(separator: "\n"))")
      }
    }
    if updates { try Data(transcript.text.utf8).write(to: file) }
  }

  @Test(arguments: [
    (["a", "<**>", "z"], ["a", "z"], true), (["a", "<**>", "z"], ["a", "b", "z", "z"], true),
    (["a <*> c"], ["a b b c"], true), (["a <*> c"], ["a b"], false), (["<**>"], [], true), (["a"], [], false),
    (["<*>"], [""], true), (["a"], ["a", "b"], false),
  ])
  func matchesJokers(expected: [String], lines: [String], result: Bool) {
    #expect(Transcript.matches(expected, lines) == result)
  }

  @Test func keepsItsOwnForm() {
    let text = "Why\n\n$ one\nout\n! err\n[exit 1]\n\n$ two\n\n-- a/b.txt --\ntext\n\nmore\n"
    #expect(Transcript(text).text == text)
  }
}
