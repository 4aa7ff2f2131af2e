import CommandLineKit
import CommandSupport
import Foundation
import OmamoriCore
import TestSupport
import Testing

@testable import OmamoriCommand

/// What other programs rely on: the JSON of a report, its schema, SARIF, completions, manual pages.
@Suite("Contract", .timeLimit(.minutes(5)), .serialized) struct ContractTests {
  private static let example = Omamori.repository.appending(path: "Examples/Tsukimi").path

  @Test func tableIsSound() { #expect(OmamoriTool.tool.problems == []) }

  @Test func reportHasEveryMember() throws {
    let ended = try Omamori.run("audit", Self.example, "--json", in: TemporaryFolder())
    #expect(ended.errors == "")
    let report = try StrictJSON.parse(ended.output)
    let members = [
      "schemaVersion", "tool", "target", "startedAt", "durationMs", "score", "counts", "coverage", "files",
      "inventory", "findings",
    ]
    #expect(missing(members, in: report) == [])
    #expect(missing(["name", "version", "ruleSetHash"], in: report["tool"]) == [])
    #expect(missing(["path", "kind"], in: report["target"]) == [])
    #expect(
      missing(["value", "bound", "worst", "categories", "rules", "checklist"], in: report["score"]) == [])
    #expect(missing(["maswe", "mastg", "areas"], in: report["coverage"]) == [])
    #expect(missing(["scanned", "skipped", "parseErrors"], in: report["files"]) == [])
    let inventory = [
      "permissions", "entitlements", "urlSchemes", "atsExceptions", "domains", "dependencies", "binaries",
    ]
    #expect(missing(inventory, in: report["inventory"]) == [])
  }

  @Test func findingsHaveEveryMember() throws {
    let report = try StrictJSON.parse(
      Omamori.run("audit", Self.example, "--json", in: TemporaryFolder()).output)
    let findings = report["findings"]?.arrayValue ?? []
    #expect(findings.count > 10)
    let members = [
      "id", "rule", "title", "message", "severity", "confidence", "file", "startLine", "startColumn",
      "endLine",
      "endColumn", "snippet", "cwe", "owaspMobile2024", "owaspMobile2016", "masvs", "maswe", "mastg",
      "profiles",
      "flow",
      "related", "fix",
      "suppressed", "baselineState", "context",
    ]
    for finding in findings {
      #expect(missing(members, in: finding) == [])
      #expect(missing(["text", "snippet", "library"], in: finding["fix"]) == [])
      #expect(finding["file"]?.stringValue?.hasPrefix("/") == false)
      for step in (finding["flow"]?.arrayValue ?? []) + (finding["related"]?.arrayValue ?? []) {
        #expect(missing(["file", "message"], in: step) == [])
      }
    }
  }

  private func missing(_ names: [String], in value: JSONValue?) -> [String] {
    names.filter { value?[$0] == nil }
  }

  @Test func schemaIsTheDocumentedOne() throws {
    let file = Omamori.repository.appending(path: "Documentation/formats/omamori-audit.schema.json")
    let text = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(try Omamori.run("schema", in: TemporaryFolder()).output == text)
    #expect(throws: Never.self) { try StrictJSON.parse(text) }
  }

  @Test func sarifNamesFilesAsURIs() throws {
    let folder = try TemporaryFolder()
    try folder.write(Material.oldTLS, to: "my app/100%/お守り #1.swift")
    let log = try StrictJSON.parse(Omamori.run("audit", "my app", "-f", "sarif", "-q", in: folder).output)
    let place = log["runs"]?[0]?["results"]?[0]?["locations"]?[0]?["physicalLocation"]?["artifactLocation"]
    #expect(place?["uri"]?.stringValue == "100%25/%E3%81%8A%E5%AE%88%E3%82%8A%20%231.swift")
  }

  @Test func secondRunIsIdentical() throws {
    let reports = try (0..<2).map { _ in
      try Omamori.run("audit", Self.example, "--json", in: TemporaryFolder()).output
    }
    #expect(Volatile.removed(from: reports[0]) == Volatile.removed(from: reports[1]))
  }

  @Test(arguments: ["json", "sarif", "text"]) func isTheSameWithAnyNumberOfJobs(format: String) throws {
    let outputs = try ["1", "2", "7"].map { jobs in
      try Omamori.run("audit", Self.example, "-f", format, "--jobs", jobs, "-q", in: TemporaryFolder()).output
    }
    let stable = outputs.map { output in
      Volatile.removed(from: output).split(separator: "\n").filter { !$0.contains("TimeUtc") }
    }
    #expect(stable[0] == stable[1])
    #expect(stable[0] == stable[2])
    #expect(!stable[0].isEmpty)
  }

  @Test func repairedExampleIsBetter() throws {
    let fixed = Omamori.repository.appending(path: "Examples/TsukimiFixed").path
    let scores = try [Self.example, fixed].map { path in
      let report = try StrictJSON.parse(Omamori.run("audit", path, "--json", in: TemporaryFolder()).output)
      return try #require(report["score"]?["value"]?.intValue)
    }
    #expect(scores[0] < scores[1])
  }

  @Test(arguments: ["Chat", "Kumade", "Suzu", "Tsukimi", "TsukimiFixed"])
  func noGraveFindingComesWithAGoodScoreOrAGreenBadgeOrExitZero(_ example: String) throws {
    let folder = try TemporaryFolder()
    let path = Omamori.repository.appending(path: "Examples/\(example)").path
    let run = try Omamori.run("audit", path, "-o", "a.json", "-o", "badge.svg", "-q", in: folder)
    let report = try StrictJSON.parse(folder.read("a.json"))
    let badge = try folder.read("badge.svg")
    let score = try #require(report["score"]?["value"]?.intValue)
    #expect(badge.contains(">\(score) / 100</text>"))
    func finds(_ severity: String) -> Bool {
      (report["findings"]?.arrayValue ?? []).contains {
        $0["severity"]?.stringValue == severity && $0["suppressed"]?.boolValue != true
          && $0["confidence"]?.stringValue != "low"
      }
    }
    let (critical, high) = (finds("critical"), finds("high"))
    #expect(!critical || score <= 30)
    #expect(!high || score <= 60)
    #expect(!(critical || high) || (!badge.contains("#2c7049") && run.status == 1))
    #expect(critical || high || run.status == 0)
  }

  // MARK: Shells and manual pages

  @Test(
    .enabled(if: Program.find("bash") != nil, "bash is not installed"),
    arguments: [
      (
        ["omamori", ""],
        [
          "audit", "rules", "schema", "keygen", "encrypt", "decrypt", "inspect", "hash", "password",
          "keychain", "tls", "pin", "ats", "login", "token", "whoami", "logout", "jwt", "jws", "jwe", "jwk",
          "doctor",
          "device",
          "log", "completions",
          "manual", "help",
        ]
      ),
      (["omamori", "audit", "--fo"], ["--format"]),
      (["omamori", "audit", "--fail-on", "hi"], ["high"]),
      (["omamori", "audit", "--format", "s"], ["sarif", "summary"]),
      (["omamori", "audit", "--disable", "cleartext-u"], ["cleartext-url"]),
      (["omamori", "rules", "explain", "cleartext-u"], ["cleartext-url"]),
      (["omamori", "rules", "list", "--category", "M1"], ["M1", "M10"]),
      (["omamori", "--language", "ja", "sch"], ["schema"]),
      (["omamori", "encrypt", "--format", "a"], ["age"]),
      (["omamori", "encrypt", "--rec"], ["--recipient", "--recipients-file"]),
      (["omamori", "decrypt", "--ex"], ["--extract"]), (["omamori", "hash", "-a", "sha3-5"], ["sha3-512"]),
      (["omamori", "password", ""], ["hash", "verify"]),
      (["omamori", "pin", "convert", "--to", "a"], ["android"]),
      (["omamori", "ats", ""], ["check", "lint", "suggest"]),
      (["omamori", "jwt", ""], ["decode", "sign", "verify"]),
      (["omamori", "jwk", "generate", "P-2"], ["P-256"]),
      (["omamori", "jwe", "decrypt", "-a", "RSA-OAEP-5"], ["RSA-OAEP-512"]),
      (["omamori", "jws", ""], ["verify"]),
      (["omamori", "jwt", "verify", "-a", "ES2"], ["ES256"]),
      (["omamori", "password", "hash", "-a", "s"], ["scrypt"]),
    ])
  func bashCompletes(words: [String], expected: [String]) throws {
    let driver = """
      eval "$(omamori completions bash)"
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      _omamori
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let bash = try #require(Program.find("bash"))
    let ended = try Program(bash, ["--norc", "-c", driver, "bash"] + words, in: TemporaryFolder()).wait()
    #expect(ended.errors == "")
    #expect(ended.output.split(separator: "\n").map(String.init).sorted() == expected.sorted())
  }

  @Test(arguments: ["en", "ja"]) func writesManualPages(language: String) throws {
    let folder = try TemporaryFolder()
    let ended = try Omamori.run("manual", "--output", "man", "--language", language, in: folder)
    #expect(ended.status == 0, "\(ended.errors)")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path("man")).sorted()
    #expect(pages.contains("omamori.1") && pages.contains("omamori-audit.1"))
    guard let mandoc = Program.find("mandoc") else { return }
    let words = ["-T", "lint", "-W", "error", "-K", "utf-8"] + pages.map { folder.path("man/" + $0) }
    let lint = try Program(mandoc, words, in: folder).wait()
    #expect(lint.output + lint.errors == "")
    #expect(lint.status == 0)
  }
}
