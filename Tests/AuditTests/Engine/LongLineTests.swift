import OmamoriCore
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Files whose parts are many and alike, or all in one line: the time of an audit does not grow with their square.
@Suite struct LongLineTests {
  /// What the table answers is what counting from the start of the line gives.
  @Test(arguments: [
    "", "abc", "a\nbc\r\ndé日本🈚️\rx",
    String(repeating: "日é🈚️a", count: 900) + "\nb" + String(repeating: "é", count: 2_000),
    String(repeating: "abcdefgh", count: 300) + "日",
  ])
  func charactersAreFoundWhereTheyAre(_ text: String) {
    let bytes = Array(text.utf8)
    let table = LineTable(bytes)
    for line in 1...(table.count + 1) {
      var expected = table.offset(ofLine: line)
      for column in 1...3_700 {
        #expect(table.offset(ofLine: line, character: column) == expected, "\(line):\(column)")
        guard expected < bytes.count else { continue }
        expected += 1
        while expected < bytes.count, bytes[expected] & 0xC0 == 0x80 { expected += 1 }
      }
    }
    #expect(table.offset(ofLine: 1, character: .max) == bytes.count)
  }

  /// Each of the entries is a finding with a secret, each secret begins like all others, and there is one line only.
  @Test(.timeLimit(.minutes(1)), arguments: ["a.json", "a.strings", "a.m", "App.xcodeproj/project.pbxproj"])
  func manyThatAreAlikeEnd(_ path: String) async throws {
    let count = 4_000
    let parts: (start: String, part: (Int) -> String, end: String) =
      switch path {
      case "a.json": ("{", { "\"password\($0)\":\"Zk31x9Qr7\($0)\"," }, "}")
      case "a.strings": ("", { "\"password\($0)\" = \"Zk31x9Qr7\($0)\";\n" }, "")
      case "a.m": ("void f() {", { "NSString *password\($0) = @\"Zk31x9Qr7\($0)\"; " }, "}")
      default:
        (
          "{rootObject=P;objects={P={isa=PBXProject;packageReferences=("
            + (0..<count).map { "R\($0)" }.joined(separator: ",") + ");};",
          { "R\($0)={repositoryURL=\"http://a.example/日本\($0)\";requirement={kind=branch;branch=b;};};" },
          "};}"
        )
      }
    let text = parts.start + (0..<count).map(parts.part).joined() + parts.end
    let folder = try TemporaryFolder()
    try folder.write(path, text)
    try folder.write("App.swift", "@main struct App {}\n")
    let report = try await Auditor().audit(Discovery().inventory(at: folder.path))
    #expect(report.findings.count >= count)
    #expect(report.findings.allSatisfy { !$0.snippet.contains("Zk31x9Qr7") })
  }

  @Test(.timeLimit(.minutes(1))) func manySecretsAreMaskedAsOneIs() {
    let secrets = (0..<3_000).map { "Zk31x9Qr7\($0)" }
    let mask = SecretMask(secrets)
    for secret in secrets { #expect(mask.apply(to: "a \(secret) b") == "a \(SecretMask.masked(secret)) b") }
    #expect(mask.apply(to: "Zk31x9Qr Zk31x9Qr7 Zk3") == "Zk31x9Qr Zk31x9Qr7 Zk3")
    // The longest that stands there, and the beginning of one at the end of a line that was cut.
    #expect(mask.apply(to: "Zk31x9Qr71111") == "Zk3…" && mask.apply(to: "Zk31x9Qr711111") == "Zk3…1")
    #expect(mask.apply(to: "x Zk31x9Qr7…") == "x Zk3…")
  }
}
