import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

private let app = "import UIKit\n@main class App: UIResponder, UIApplicationDelegate {}\n"

@Suite struct AccountDeletionMissingTests {
  private func confidences(_ files: [String: String]) throws -> [Confidence] {
    var report = ProjectReport()
    AccountDeletionMissing().check(try ProjectFixture.facts(files), &report)
    return report.findings.map(\.confidence)
  }

  private static let firebase =
    "import FirebaseAuth\nfunc f() { Auth.auth().⟦createUser⟧(withEmail: e, password: p) }"

  @Test(arguments: [
    ["b.swift": firebase],
    ["b.swift": "import Amplify\nfunc f() async throws { try await Amplify.Auth.⟦signUp⟧(username: u) }"],
    ["b.swift": "import Parse\nfunc f(_ u: PFUser) { u.⟦signUpInBackground⟧() }"],
    [
      "b.swift":
        "import Auth0\nfunc f() { Auth0.authentication().⟦signup⟧(email: e, password: p, connection: c) }"
    ],
    [
      "b.swift": firebase,
      "en.lproj/a.strings": "\"delete\" = \"Delete photo\"; \"account\" = \"Your data\";",
    ],
    [
      "b.swift": firebase,
      "c.swift": "func signOut() throws { try Auth.auth().signOut() }\nfunc delete(_ p: Photo) {}",
    ],
  ])
  func speaks(_ files: [String: String]) throws {
    let files = files.merging(["a.swift": app]) { first, _ in first }
    try expect(AccountDeletionMissing.self, in: files, severity: .low)
    #expect(try confidences(files.mapValues { $0.filter { $0 != "⟦" && $0 != "⟧" } }) == [.medium])
  }

  /// A screen of this name may be about something else, and a server may do the rest.
  @Test(arguments: ["let s = SignUpViewController()", "let s = RegistrationView()", "api.registerUser(form)"])
  func namesOfScreensAreDoubtful(_ source: String) throws {
    #expect(try confidences(["a.swift": app, "b.swift": source]) == [.low])
  }

  @Test(arguments: [
    ["b.swift": "func leave() async throws { try await Auth.auth().currentUser?.delete() }"],
    ["b.swift": "func deleteAccount() {}"], ["b.swift": "let path = \"/account/delete\""],
    ["en.lproj/a.strings": "\"x\" = \"Delete my account\";"], ["ja.lproj/a.strings": "\"x\" = \"アカウントを削除\";"],
    ["Main.storyboard": "<document><button title=\"Close account\"/></document>"],
    ["b.m": "- (void)removeAccount {}"], ["a.xcstrings": "{\"account-deletion.title\": {}}"],
  ])
  func isSilentWhereSomethingDeletes(_ files: [String: String]) throws {
    let more = ["a.swift": app, "c.swift": Self.firebase.filter { $0 != "⟦" && $0 != "⟧" }]
    try expect(AccountDeletionMissing.self, in: files.merging(more) { first, _ in first })
  }

  @Test(arguments: [
    // No library that keeps accounts.
    "func f(_ s: Store) { s.createUser(name: n) }", "func f() { matrix.signUp() }",
    "import FirebaseAuth\nfunc f() { Auth.auth().signIn(withEmail: e, password: p) }",
  ])
  func isSilent(_ source: String) throws {
    try expect(AccountDeletionMissing.self, in: ["a.swift": app, "b.swift": source])
  }

  @Test func testsAndLibrariesAreNoApp() throws {
    let plain = Self.firebase.filter { $0 != "⟦" && $0 != "⟧" }
    try expect(AccountDeletionMissing.self, in: ["a.swift": app, "Tests/b.swift": "import XCTest\n" + plain])
    let package = "let package = Package(name: \"K\", targets: [.target(name: \"K\")])"
    try expect(AccountDeletionMissing.self, in: ["Package.swift": package, "Sources/K/a.swift": plain])
  }
}

@Suite struct PrivacyPolicyMissingTests {
  private static let contacts = "func f(_ s: CNContactStore) { s.requestAccess(for: .contacts) { _, _ in } }"
  private static let location = "func f(_ m: CLLocationManager) { m.requestWhenInUseAuthorization() }"

  @Test(arguments: [
    "func f(_ s: CNContactStore) { ⟦s.requestAccess(for: .contacts) { _, _ in }⟧ }",
    "func f(_ m: CLLocationManager) { ⟦m.requestWhenInUseAuthorization()⟧ }",
    "func f(_ h: HKHealthStore) { ⟦h.requestAuthorization(toShare: [], read: types) { _, _ in }⟧ }",
    "func f() { ⟦ATTrackingManager.requestTrackingAuthorization { _ in }⟧ }",
    "import FirebaseAuth\nfunc f() { Auth.auth().⟦createUser⟧(withEmail: e, password: p) }",
    "let screen = ⟦SignUpViewController⟧()",
    // Privacy of logs and the manifest are something else.
    "func f(_ m: CLLocationManager) { log.info(\"\\(x, privacy: .private)\"); ⟦m.requestWhenInUseAuthorization()⟧ }",
  ])
  func speaks(_ source: String) throws {
    try expect(
      PrivacyPolicyMissing.self,
      in: ["a.swift": app, "b.swift": source, "PrivacyInfo.xcprivacy": ProjectFixture.plist("")],
      severity: .info)
    #expect(PrivacyPolicyMissing.metadata.confidence == .low)
  }

  @Test(arguments: [
    ["b.swift": "let url = URL(string: \"https://moon.example/privacy\")"],
    ["b.swift": "case privacyPolicy"], ["en.lproj/a.strings": "\"x\" = \"Privacy Policy\";"],
    ["de.lproj/a.strings": "\"x\" = \"Datenschutzerklärung\";"],
    ["ja.lproj/a.strings": "\"x\" = \"プライバシーポリシー\";"],
    ["Main.storyboard": "<document><button title=\"Privacy notice\"/></document>"],
    ["Settings.bundle/Root.plist": ProjectFixture.plist("<key>Title</key><string>Privacy policy</string>")],
    ["about.html": "<a href='p.html'>Privacy statement</a>"],
    ["b.m": "NSString *const PrivacyPolicyURL = @\"a\";"],
  ])
  func isSilentWhereThePolicyIsNamed(_ files: [String: String]) throws {
    let more = ["a.swift": app, "c.swift": Self.contacts + "\n" + Self.location]
    try expect(PrivacyPolicyMissing.self, in: files.merging(more) { first, _ in first })
  }

  @Test(arguments: ["let x = 1", "func f(_ c: LAContext) { c.evaluatePolicy(.deviceOwnerAuthentication) }"])
  func isSilentWithoutPersonalData(_ source: String) throws {
    try expect(PrivacyPolicyMissing.self, in: ["a.swift": app, "b.swift": source])
  }
}
