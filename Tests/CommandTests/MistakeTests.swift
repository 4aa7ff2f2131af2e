import Foundation
import TestSupport
import Testing

/// What the tool says about wrong usage, by the transcripts that `TranscriptTests` plays.
@Suite("Mistakes") struct MistakeTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Transcripts")

  private static let steps: [Transcript.Step] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix("mistakes") && $0.hasSuffix(".txt") }.sorted().flatMap { name in
      let text = (try? Data(contentsOf: folder.appending(path: name))) ?? Data()
      return Transcript(String(decoding: text, as: UTF8.self)).steps
    }
  }()

  @Test func areManyOfEveryGroup() {
    #expect(Self.steps.count >= 200)
    let groups = [
      "audit", "rules", "schema", "completions", "manual", "keygen", "encrypt", "decrypt", "inspect", "hash",
      "password", "tls", "ats", "pin", "keychain", "login", "logout", "token", "whoami", "jwt", "jws", "jwe",
      "jwk", "doctor", "device", "log",
    ]
    for group in groups {
      #expect(Self.steps.contains { $0.command.contains("omamori \(group)") }, "\(group)")
    }
  }

  /// One line says what is wrong and one what to do; nothing is on standard output.
  @Test(arguments: steps) func sayOneLineAndOneHint(step: Transcript.Step) {
    let lines = step.expected
    #expect(lines.count == 3, "\(step.command): \(lines)")
    #expect(lines.count > 0 && (lines[0].hasPrefix("! error: ") || lines[0].hasPrefix("! エラー: ")))
    #expect(lines.count > 1 && (lines[1].hasPrefix("! hint: ") || lines[1].hasPrefix("! ヒント: ")))
    // 1 where the answer is no, such as an item that is not there; xargs has a code of its own for a program that failed.
    #expect(["[exit 1]", "[exit 2]", "[exit 3]", "[exit 123]"].contains(lines.last), "\(step.command)")
  }

  /// The documents are not installed; manual pages and help are.
  @Test(arguments: steps) func hintsNameNoFileOfTheRepository(step: Transcript.Step) {
    #expect(!step.expected.contains { $0.contains("Documentation/") || $0.contains("README") })
  }
}
