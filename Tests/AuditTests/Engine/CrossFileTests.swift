import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What a file says changes what is found in others.
@Suite struct CrossFileTests {
  /// The findings of `rule` in a tree of files; places as `file:line`.
  private func found(
    _ rule: any Rule.Type, _ files: [String: String], jobs: Int = 2
  ) async throws -> [Finding] {
    let sources = files.sorted { $0.key < $1.key }.map {
      SourceFile(path: $0.key, contents: Array($0.value.utf8))
    }
    let inventory = Inventory(
      target: AuditTarget(path: "App", kind: .sourceTree, isApp: true), layout: ProjectLayout(sources),
      files: sources, others: [], skipped: [])
    let report = try await Auditor(options: Auditor.Options(jobs: jobs)).audit(inventory)
    return report.findings.filter { $0.rule == rule.metadata.id }
  }

  private static let save =
    "func save(_ value: String) {\n  UserDefaults.standard.set(value, forKey: Keys.entry)\n}"

  @Test func constantsAreKnownEverywhere() async throws {
    let keys = "enum Keys { static let entry = \"access_token\" }"
    #expect(try await found(PreferencesSecret.self, ["A.swift": Self.save]).isEmpty)
    let alone = try await found(PreferencesSecret.self, ["A.swift": Self.save, "B.swift": keys])
    #expect(alone.map(\.file) == ["A.swift"])
    #expect(alone.first?.region.startLine == 2)
    // A type of the same name that says something else makes the name mean nothing.
    let other = "enum Keys { static let entry = \"theme\" }"
    #expect(
      try await found(PreferencesSecret.self, ["A.swift": Self.save, "B.swift": keys, "C.swift": other])
        .isEmpty)
    let nested = "enum Settings { enum Keys { static let entry = \"access_token\" } }"
    #expect(try await found(PreferencesSecret.self, ["A.swift": Self.save, "B.swift": nested]).count == 1)
    let hidden = "enum Keys { private static let entry = \"access_token\" }"
    #expect(try await found(PreferencesSecret.self, ["A.swift": Self.save, "B.swift": hidden]).isEmpty)
  }

  @Test func constantsReachKeysOfOtherFiles() async throws {
    let box = """
      struct Box {
        let key: Data
        func seal(_ plain: Data) throws -> Data { try AES.GCM.seal(plain, using: SymmetricKey(data: key)).combined! }
      }
      """
    #expect(try await found(HardcodedCryptoKey.self, ["A.swift": box]).isEmpty)
    let use = "let box = Box(key: Data(Pieces.joined().utf8))"
    let pieces = "enum Pieces { static func joined() -> String { [\"moon\", \"light\"].joined() } }"
    let all = try await found(HardcodedCryptoKey.self, ["A.swift": box, "B.swift": use, "C.swift": pieces])
    #expect(all.map(\.file) == ["A.swift"])
    #expect(all.first?.related.map(\.file) == ["B.swift"])
    let stored = "let box = Box(key: try keychain.data(\"box\"))"
    #expect(try await found(HardcodedCryptoKey.self, ["A.swift": box, "B.swift": stored]).isEmpty)
  }

  @Test func headersTellConstants() async throws {
    let code = """
      #import "Rounds.h"
      void derive(void) { CCKeyDerivationPBKDF(kCCPBKDF2, p, n, s, m, kCCPRFHmacAlgSHA256, LINK_ROUNDS, key, 32); }
      """
    #expect(try await found(PBKDF2LowRounds.self, ["A.m": code]).isEmpty)
    let header = "#define LINK_ROUNDS 1500"
    #expect(try await found(PBKDF2LowRounds.self, ["A.m": code, "Rounds.h": header]).map(\.file) == ["A.m"])
  }

  @Test func constantsOfConstantsAreKnown() async throws {
    let files = [
      "A.swift": Self.save, "B.swift": "enum Keys { static let entry = Prefix.name + \"_token\" }",
      "C.swift": "enum Prefix { static let name = \"access\" }",
    ]
    #expect(try await found(PreferencesSecret.self, files).count == 1)
  }

  @Test func dictionariesOfHelpersAreKnown() async throws {
    func helper(_ entry: String) -> String {
      """
      enum Queries {
        static func base(_ name: String) -> [String: Any] {
          [kSecClass as String: kSecClassGenericPassword, \(entry)]
        }
      }
      """
    }
    let use = """
      func add(_ data: Data) {
        var query = Queries.base("a")
        query[kSecValueData as String] = data
        SecItemAdd(query as CFDictionary, nil)
      }
      """
    let missing = ["A.swift": use, "B.swift": helper("kSecAttrService as String: \"a\"")]
    #expect(try await found(KeychainAccessibleMissing.self, ["A.swift": use]).isEmpty, "nothing is known")
    #expect(try await found(KeychainAccessibleMissing.self, missing).map(\.file) == ["A.swift"])
    let set = "kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlockedThisDeviceOnly"
    #expect(
      try await found(KeychainAccessibleMissing.self, ["A.swift": use, "B.swift": helper(set)]).isEmpty)
  }

  @Test func whatIsPassedIsKnown() async throws {
    let store = """
      struct FileStore {
        func keep(_ value: String, under name: String) {
          UserDefaults.standard.set(value, forKey: name)
        }
      }
      """
    let caller = """
      func signIn(password: String) {
        store.keep(password, under: "last")
      }
      """
    let findings = try await found(
      PreferencesSecret.self, ["App/Store.swift": store, "App/Login.swift": caller])
    let finding = try #require(findings.first)
    #expect(findings.count == 1 && finding.file == "App/Login.swift" && finding.confidence == .medium)
    #expect(
      finding.flow.map { "\($0.file):\($0.region.startLine)" } == [
        "App/Login.swift:2", "App/Login.swift:2", "App/Store.swift:3",
      ])
    // Another type with a function of that name, called on something that does not say which is meant.
    let unrelated = caller.replacing("store.keep", with: "cache.keep")
    #expect(
      try await found(PreferencesSecret.self, ["App/Store.swift": store, "App/Login.swift": unrelated])
        .isEmpty)
  }

  @Test func functionsOfOtherFilesHandValuesOn() async throws {
    func files(_ body: String, _ call: String = "Texts.trimmed(nameField.text!)") -> [String: String] {
      [
        "A.swift": "func show() { NSLog(\(call)) }",
        "B.swift": "enum Texts { static func trimmed(_ text: String) -> String { \(body) } }",
      ]
    }
    let findings = try await found(FormatString.self, files("text.trimmingCharacters(in: .whitespaces)"))
    #expect(findings.map(\.file) == ["A.swift"])
    #expect(try await found(FormatString.self, files("\"fixed\"")).isEmpty)
    #expect(try await found(FormatString.self, files("text", "Others.trimmed(nameField.text!)")).isEmpty)
  }

  @Test func evaluationInAnotherFileCounts() async throws {
    let delegate = """
      final class Delegate: NSObject, URLSessionDelegate {
        let judge = Judge()
        func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge)
          async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
          guard let chain = challenge.protectionSpace.serverTrust, judge.passes(chain) else {
            return (.cancelAuthenticationChallenge, nil)
          }
          return (.useCredential, URLCredential(trust: chain))
        }
      }
      """
    func judge(_ body: String) -> String { "struct Judge { func passes(_ t: SecTrust) -> Bool { \(body) } }" }
    let sound = ["A.swift": delegate, "B.swift": judge("SecTrustEvaluateWithError(t, nil)")]
    #expect(try await found(TrustAllCertificates.self, sound).isEmpty)
    let unsound = ["A.swift": delegate, "B.swift": judge("true")]
    #expect(try await found(TrustAllCertificates.self, unsound).count == 1)
  }
}
