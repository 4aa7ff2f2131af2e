import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Rules of other tools that are dead or the wrong way round.
///
/// Their patterns match nothing, or what is recommended is reported. For each such fault here is what has to be reported
/// and what must not, through all rules at once.
@Suite struct DeadRulesElsewhereTests {
  /// A fault: code that `rule` has to report, and code about which nothing of medium confidence may be said by it.
  struct Fault: Sendable, CustomStringConvertible {
    let description: String
    let rule: RuleID
    var path = "App.swift"
    var weak: [String] = []
    var sound: [String] = []
  }

  private func findings(_ code: String, path: String) -> [Finding] {
    let file = SourceFile(path: path, contents: Array(code.utf8))
    let ofFile = FileAuditor(rules: RuleSelection(), flags: []).audit(file).findings
    // Rules about transport compare the lists of an app with each other.
    guard path.hasSuffix(".plist"), let facts = try? ProjectFixture.facts([path: code]) else { return ofFile }
    var report = ProjectReport()
    for rule in RuleCatalog.project where rule is any ATSRule { rule.check(facts, &report) }
    return ofFile + report.findings
  }

  @Test(arguments: faults)
  func theRuleLivesAndPointsTheRightWay(_ fault: Fault) {
    #expect(!fault.weak.isEmpty || !fault.sound.isEmpty)
    for code in fault.weak {
      #expect(findings(code, path: fault.path).contains { $0.rule == fault.rule }, "\(code)")
    }
    for code in fault.sound {
      let wrong = findings(code, path: fault.path).filter {
        $0.rule == fault.rule && $0.confidence > .low && $0.severity > .info
      }
      #expect(wrong.isEmpty, "\(code)")
    }
  }

  static let faults: [Fault] = [
    Fault(
      description: "the property is spelt with a capital letter that Swift has not",
      rule: "tls-minimum-too-low",
      weak: [
        "let c = configuration\nc.tlsMinimumSupportedProtocolVersion = .TLSv10",
        "let c = configuration\nc.tlsMinimumSupportedProtocolVersion = tls_protocol_version_t.TLSv11",
      ],
      sound: [
        "let c = configuration\nc.tlsMinimumSupportedProtocolVersion = .TLSv12",
        "let c = configuration\nc.tlsMinimumSupportedProtocolVersion = .TLSv13",
      ]),
    Fault(
      description: "a pattern without the end of the word flags the property that is recommended",
      rule: "tls-deprecated-property",
      weak: ["let c = configuration\nc.tlsMinimumSupportedProtocol = .tlsProtocol12"],
      sound: ["let c = configuration\nc.tlsMinimumSupportedProtocolVersion = .TLSv13"]),
    Fault(
      description: "the pattern ends before WithBiometrics, the policy that is used most",
      rule: "biometric-not-bound",
      weak: [unlocking(".deviceOwnerAuthentication"), unlocking(".deviceOwnerAuthenticationWithBiometrics")],
      sound: [
        """
        import LocalAuthentication
        func erase() {
          LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Erase everything") { success, _ in
            if success { Records.shared.eraseAll() }
          }
        }
        """
      ]),
    Fault(
      description: "the pasteboard is searched under its name of Swift 2",
      rule: "pasteboard-general-sensitive",
      weak: ["import UIKit\nfunc copy(password: String) { UIPasteboard.general.string = password }"],
      sound: ["import UIKit\nfunc clear() { UIPasteboard.general.items = [] }"]),
    Fault(
      description: "the end of the word hides AlwaysThisDeviceOnly", rule: "keychain-accessible-always",
      weak: [adding("kSecAttrAccessibleAlways"), adding("kSecAttrAccessibleAlwaysThisDeviceOnly")],
      sound: [adding("kSecAttrAccessibleWhenUnlockedThisDeviceOnly")]),
    Fault(
      description: "only calls on one line are seen", rule: "biometric-passcode-fallback",
      weak: [
        """
        let access = SecAccessControlCreateWithFlags(
          nil,
          kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
          .userPresence,
          nil)
        """,
        """
        let flags: SecAccessControlCreateFlags = [.biometryCurrentSet, .or, .devicePasscode]
        let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, nil)
        """,
      ],
      sound: [
        "let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, "
          + ".biometryCurrentSet, nil)"
      ]),
    Fault(
      description: "the system's random numbers are called insecure", rule: "insecure-random",
      weak: ["import Foundation\nlet token = String(Int(drand48() * 1_000_000))"],
      sound: [
        "let token = Int.random(in: 0..<1_000_000)", "let key = Bool.random()",
        "let secret = [\"a\", \"b\"].randomElement()", "import Foundation\nlet nonce = arc4random_uniform(9)",
        "var generator = SystemRandomNumberGenerator()\nlet token: UInt64 = generator.next()",
      ]),
    Fault(
      description: "names are taken for secrets", rule: "hardcoded-credential",
      weak: ["let password = \"Hx7-tunnel-29\""],
      sound: [
        "let password = \"password\"", "let tokenKey = \"sessionToken\"", "let password = \"\"",
        "enum CodingKeys: String, CodingKey { case accessToken = \"access_token\" }",
        "let passwordHint = \"At least eight letters please\"",
        "let secretName = \"com.example.secret.account\"",
      ]),
    Fault(
      description: "the word is looked for in texts and comments too", rule: "uiwebview",
      weak: ["import UIKit\nlet view = UIWebView()"],
      sound: ["// UIWebView was removed\nlet note = \"UIWebView\""]),
    Fault(
      description: "words of comments are calls", rule: "unsafe-c-api", path: "Reader.m",
      weak: ["void read(char *to, const char *from) { strcpy(to, from); }"],
      sound: [
        "// gets and strcpy are not used\nvoid read(void) { const char *text = \"gets(line)\"; puts(text); }"
      ]),
    Fault(
      description: "a function with parameters is not seen", rule: "debug-backdoor",
      weak: ["", "name: String", "name: String, password: String, code: Int"].map {
        "func authenticate(\($0)) -> Bool { // TODO: real check\n  return true\n}"
      }),
    Fault(
      description: "async, throws and generics are not seen", rule: "sql-injection",
      weak: [
        "async throws ", "throws -> Int32 ", "rethrows ",
      ].map {
        """
        func find<T: Table>(_ name: String, in table: T) \($0){
          sqlite3_exec(db, "SELECT * FROM people WHERE name = '\\(name)'", nil, nil, nil)
        }
        """
      },
      sound: [
        "func find() { sqlite3_exec(db, \"SELECT count(*) FROM people\", nil, nil, nil) }"
      ]),
    Fault(
      description: "the recommended view is called insecure", rule: "uiwebview",
      sound: ["import SafariServices\nlet page = SFSafariViewController(url: url)"]),
    Fault(
      description: "a boolean is compared with the text NO", rule: "ats-forward-secrecy-off",
      path: "Info.plist",
      weak: [transport("<key>NSExceptionRequiresForwardSecrecy</key><false/>")],
      sound: [transport("<key>NSExceptionRequiresForwardSecrecy</key><true/>")]),
    Fault(
      description: "a key that is absent is reported", rule: "ats-key-ignored", path: "Info.plist",
      weak: [transport("<key>NSRequiresCertificateTransparency</key><true/>")],
      sound: [
        transport(
          "<key>NSIncludesSubdomains</key><true/><key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>"
        )
      ]),
  ]

  private static func unlocking(_ policy: String) -> String {
    """
    import LocalAuthentication
    func unlock() {
      LAContext().evaluatePolicy(\(policy), localizedReason: "Show the diary") { success, _ in
        if success { self.showDiary() }
      }
    }
    """
  }

  private static func adding(_ accessible: String) -> String {
    """
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "app",
      kSecAttrAccessible as String: \(accessible), kSecValueData as String: token,
    ]
    let status = SecItemAdd(query as CFDictionary, nil)
    """
  }

  private static func transport(_ keys: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>com.example.app</string>
      <key>NSAppTransportSecurity</key><dict><key>NSExceptionDomains</key><dict>
        <key>api.example.com</key><dict>\(keys)</dict>
      </dict></dict>
    </dict></plist>
    """
  }

  /// Other tools report the same call up to six times.
  @Test func oneWeaknessIsOneFinding() {
    let code = """
      import CommonCrypto
      func digest(_ password: String) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 16)
        CC_MD5(Array(password.utf8), 8, &digest)
        return digest
      }
      """
    let line = findings(code, path: "App.swift").filter { $0.region.startLine == 4 }
    #expect(line.count == 1, "\(line.map(\.rule))")
  }

  /// Other tools put each finding of a property list on its first line.
  @Test func aFindingOfAListStandsAtItsKey() throws {
    let code = Self.transport("\n<key>NSExceptionRequiresForwardSecrecy</key>\n<false/>\n")
    let finding = try #require(
      findings(code, path: "Info.plist").first { $0.rule == "ats-forward-secrecy-off" })
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[finding.region.startLine - 1].contains("NSExceptionRequiresForwardSecrecy"))
  }

  /// A call of a library that shares a name with another one is none of it.
  @Test func aSharedNameIsNotTheSameCall() {
    let code = """
      struct Letters { func encrypt(_ text: String, mode: String) -> String { text } }
      func send(_ letters: Letters) -> String { letters.encrypt("hello", mode: "ECB") }
      """
    #expect(findings(code, path: "App.swift").filter { $0.confidence > .low }.isEmpty)
  }

  /// Pinning by hand, by a library and by a list is seen; pinning that evaluates nothing is none.
  @Test func pinningIsSeenInItsThreeForms() {
    func pins(_ code: String, path: String = "App.swift") -> Bool {
      let file = SourceFile(path: path, contents: Array(code.utf8))
      return FileAuditor(rules: RuleSelection(), flags: []).audit(file).evidence.contains {
        $0.kind == .pinning
      }
    }
    let byHand = """
      func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge) async
        -> (URLSession.AuthChallengeDisposition, URLCredential?)
      {
        guard let trust = challenge.protectionSpace.serverTrust, SecTrustEvaluateWithError(trust, nil),
          let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate],
          let key = chain.first.flatMap({ SecCertificateCopyKey($0) }),
          let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data?,
          pins.contains(Data(SHA256.hash(data: header + bytes)))
        else { return (.cancelAuthenticationChallenge, nil) }
        return (.useCredential, URLCredential(trust: trust))
      }
      """
    #expect(pins(byHand))
    #expect(!pins(byHand.replacing(", SecTrustEvaluateWithError(trust, nil)", with: "")))
  }
}
