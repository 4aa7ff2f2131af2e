import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

private let app = "@main class AppDelegate: UIResponder, UIApplicationDelegate {}\n"

@Suite struct ExtensionOpenAccessTests {
  private func attributes(_ body: String) -> String {
    "<key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>\(body)</dict></dict>"
  }

  @Test(arguments: [
    "⟦<key>RequestsOpenAccess</key><true/>⟧",
    "⟦<key>NSExtensionActivationRule</key><string>TRUEPREDICATE</string>⟧",
    "⟦<key>NSExtensionActivationRule</key><string> truePredicate </string>⟧",
  ])
  func speaks(_ body: String) throws {
    try expectInPlist(ExtensionOpenAccess.self, in: attributes(body), severity: .low)
  }

  @Test(arguments: [
    "<key>RequestsOpenAccess</key><false/>", "<key>RequestsOpenAccess</key><string>YES</string>",
    "<key>NSExtensionActivationRule</key><dict><key>NSExtensionActivationSupportsText</key><true/></dict>",
  ])
  func isSilent(_ body: String) throws { try expectInPlist(ExtensionOpenAccess.self, in: attributes(body)) }

  @Test func elsewhereTheKeyMeansNothing() throws {
    try expectInPlist(ExtensionOpenAccess.self, in: "<key>RequestsOpenAccess</key><true/>")
  }
}

@Suite struct PrivacyManifestMalformedTests {
  private func check(_ marked: String) throws {
    try expectInPlist(
      PrivacyManifestMalformed.self, in: marked, path: "PrivacyInfo.xcprivacy", kind: .privacyManifest)
  }

  @Test(arguments: [
    "⟦<key>NSPrivacyTrackingDomain</key><array/>⟧", "⟦<key>NSPrivacyTracking</key><string>NO</string>⟧",
    "⟦<key>NSPrivacyTrackingDomains</key><array><string>t.example</string></array>⟧",
    "<key>NSPrivacyTracking</key><true/><key>NSPrivacyTrackingDomains</key>"
      + "<array>⟦<string>https://t.example/a</string>⟧</array>",
    "⟦<key>NSPrivacyCollectedDataTypes</key><dict/>⟧",
    "<key>NSPrivacyCollectedDataTypes</key><array>⟦<dict><key>NSPrivacyCollectedDataType</key>"
      + "<string>NSPrivacyCollectedDataTypeName</string></dict>⟧</array>",
    "<key>NSPrivacyCollectedDataTypes</key><array><dict><key>NSPrivacyCollectedDataTypePurposes</key>"
      + "<array>⟦<string>Analytics</string>⟧</array></dict></array>",
    "<key>NSPrivacyAccessedAPITypes</key><array><dict>⟦<key>NSPrivacyAccessedAPIType</key>"
      + "<string>UserDefaults</string>⟧</dict></array>",
  ])
  func speaks(_ body: String) throws { try check(body) }

  @Test(arguments: [
    "<key>NSPrivacyTracking</key><false/><key>NSPrivacyTrackingDomains</key><array/>",
    "<key>NSPrivacyTracking</key><true/><key>NSPrivacyTrackingDomains</key><array><string>t.example</string></array>",
    "<key>NSPrivacyCollectedDataTypes</key><array><dict><key>NSPrivacyCollectedDataType</key>"
      + "<string>NSPrivacyCollectedDataTypeName</string><key>NSPrivacyCollectedDataTypeLinked</key><true/>"
      + "<key>NSPrivacyCollectedDataTypePurposes</key><array>"
      + "<string>NSPrivacyCollectedDataTypePurposeAppFunctionality</string></array></dict></array>",
  ])
  func isSilent(_ body: String) throws { try check(body) }

  @Test func otherListsAreNoManifests() throws {
    try expectInPlist(PrivacyManifestMalformed.self, in: "<key>NSPrivacyTrackingDomain</key><array/>")
  }
}

@Suite struct PrivacySDKManifestMissingTests {
  @Test(arguments: [
    "SDWebImage (5.15.0)", "Firebase/Auth (10.10.0)", "RxSwift (6.7.1)", "AFNetworking (4.0.1)",
  ])
  func speaks(_ pod: String) throws {
    try expect(
      PrivacySDKManifestMissing.self, in: ["a.swift": app, "Podfile.lock": "PODS:\n  ⟦- \(pod)⟧\n"],
      severity: .low)
  }

  /// Moya has a product with RxSwift, which few apps link.
  @Test func whatIsOnlyResolvedIsDoubtful() throws {
    let lock =
      "{\"pins\": [{\"identity\": \"rxswift\", \"state\": {\"version\": \"6.5.0\"}}], \"version\": 2}"
    func confidences(_ source: String) throws -> [Confidence] {
      var report = ProjectReport()
      let files = ["a.swift": app + source, "App.xcworkspace/xcshareddata/swiftpm/Package.resolved": lock]
      PrivacySDKManifestMissing().check(try ProjectFixture.facts(files), &report)
      return report.findings.map(\.confidence)
    }
    #expect(try confidences("") == [.low])
    #expect(try confidences("import RxSwift\n") == [.medium])
  }

  @Test(arguments: ["SDWebImage (5.18.7)", "FirebaseAuth (11.0.0)", "MyKit (0.1)", "share_plus (0.0.1)"])
  func isSilent(_ pod: String) throws {
    try expect(PrivacySDKManifestMissing.self, in: ["a.swift": app, "Podfile.lock": "PODS:\n  - \(pod)\n"])
  }

  @Test func aCopyWithAManifest() throws {
    let list = ProjectFixture.plist("<key>NSPrivacyTracking</key><false/>")
    try expect(
      PrivacySDKManifestMissing.self,
      in: [
        "a.swift": app, "Podfile.lock": "PODS:\n  - SDWebImage (5.15.0)\n",
        "Pods/SDWebImage/Resources/PrivacyInfo.xcprivacy": list,
      ])
    let package = "let package = Package(name: \"A\", targets: [.target(name: \"A\")])"
    try expect(
      PrivacySDKManifestMissing.self,
      in: ["Package.swift": package, "Podfile.lock": "PODS:\n  - SDWebImage (5.15.0)\n"])
  }
}

@Suite struct PrivacyTrackingDomainUndeclaredTests {
  @Test(arguments: [
    "\"https://api2.branch.io/v1/open\"", "\"app-measurement.com\"", "\"https://t.appsflyer.com/\\(id)\"",
    "\"https://www.google-analytics.com/collect\"",
  ])
  func speaks(_ literal: String) throws {
    try expect(
      PrivacyTrackingDomainUndeclared.self, in: ["a.swift": app + "let host = ⟦\(literal)⟧\n"], severity: .low
    )
  }

  @Test(arguments: [
    "\"https://www.appsflyer.com/privacy\"", "\"https://api.example.com\"", "\"notapp-measurement.com\"",
    "\"We send nothing to app-measurement.com.\"", "\"mailto://a@criteo.com\"",
  ])
  func isSilent(_ literal: String) throws {
    try expect(PrivacyTrackingDomainUndeclared.self, in: ["a.swift": app + "let host = \(literal)\n"])
  }

  @Test func declaredDomains() throws {
    let list = ProjectFixture.plist(
      "<key>NSPrivacyTrackingDomains</key><array><string>branch.io</string></array>")
    try expect(
      PrivacyTrackingDomainUndeclared.self,
      in: ["a.swift": app + "let host = \"https://api2.branch.io\"\n", "PrivacyInfo.xcprivacy": list])
  }
}

@Suite struct KeyboardExtensionAllowedTests {
  @Test(arguments: [
    "field.textContentType = .⟦creditCardNumber⟧",
    "TextField(\"\", text: $a).textContentType(.⟦creditCardSecurityCode⟧)",
  ])
  func speaks(_ line: String) throws {
    try expect(
      KeyboardExtensionAllowed.self, in: ["a.swift": app, "b.swift": "func f() { \(line) }"], severity: .low)
  }

  @Test(arguments: [
    "field.textContentType = .username",
    "field.textContentType = .creditCardNumber; field.isSecureTextEntry = true",
  ])
  func isSilent(_ line: String) throws {
    try expect(KeyboardExtensionAllowed.self, in: ["a.swift": app, "b.swift": "func f() { \(line) }"])
  }

  private static let swiftUI = "import SwiftUI\n@main struct Main: App {}\n"

  @Test(arguments: [
    #"⟦TextField("Card number", text: $number)⟧"#, #"⟦TextField("暗証番号", text: $a)⟧.keyboardType(.numberPad)"#,
    #"⟦TextField("", text: $model.pin)⟧"#,
  ])
  func fieldsOfSwiftUI(_ field: String) throws {
    let files = [
      "App/a.swift": Self.swiftUI, "App/b.swift": "struct V: View { var body: some View { \(field) } }",
    ]
    let settings = { ProjectFixture.pbxproj(target: $0) }
    let project = "App.xcodeproj/project.pbxproj"
    for setting in ["IPHONEOS_DEPLOYMENT_TARGET = 18.0;", "SDKROOT = iphoneos;"] {
      try expect(
        KeyboardExtensionAllowed.self, in: files.merging([project: settings(setting)]) { $1 }, severity: .low)
    }
    try expect(
      KeyboardExtensionAllowed.self,
      in: files.merging(["App/c.swift": "import UIKit"]) { $1 }, severity: .low)
    let quiet = files.mapValues { $0.replacing("⟦", with: "").replacing("⟧", with: "") }
    try expect(
      KeyboardExtensionAllowed.self,
      in: quiet.merging([project: settings("MACOSX_DEPLOYMENT_TARGET = 14.0;")]) { $1 })
    let decision = """
      class D: NSObject, UIApplicationDelegate {
        func application(_ a: UIApplication, shouldAllowExtensionPointIdentifier p: String) -> Bool { false }
      }
      """
    try expect(
      KeyboardExtensionAllowed.self, in: quiet.merging(["App/c.swift": "import UIKit\n" + decision]) { $1 })
  }

  @Test(arguments: [
    #"TextField("Search", text: $words)"#, #"SecureField("PIN", text: $pin)"#,
    #"TextField("Card number", text: $number).keyboardType(.phonePad)"#,
    #"if shown { TextField("PIN", text: $pin) } else { SecureField("PIN", text: $pin) }"#,
  ])
  func otherFieldsOfSwiftUI(_ field: String) throws {
    try expect(
      KeyboardExtensionAllowed.self,
      in: [
        "a.swift": "import UIKit\n" + Self.swiftUI,
        "b.swift": "struct V: View { var body: some View { \(field) } }",
      ])
  }

  @Test func aDecisionAboutKeyboards() throws {
    let decision = """
      class D: NSObject, UIApplicationDelegate {
        func application(_ a: UIApplication, shouldAllowExtensionPointIdentifier p: String) -> Bool { false }
      }
      """
    try expect(
      KeyboardExtensionAllowed.self,
      in: ["a.swift": app + decision, "b.swift": "func f() { field.textContentType = .creditCardNumber }"])
  }
}

@Suite struct PermissionUseTests {
  private func files(_ key: String, _ source: String) -> [String: String] {
    ["a.swift": source + "\n" + app, "Info.plist": ProjectFixture.plist(key)]
  }

  @Test(arguments: [
    "NSContactsUsageDescription", "NSBluetoothAlwaysUsageDescription", "NSUserTrackingUsageDescription",
  ])
  func unused(_ key: String) throws {
    let entry = "⟦<key>\(key)</key><string>Why it is asked for.</string>⟧"
    try expect(PermissionUnused.self, in: files(entry, "import UIKit"), severity: .low)
  }

  @Test(arguments: [
    ("NSContactsUsageDescription", "import Contacts"), ("NSCameraUsageDescription", "import WebKit"),
    ("NSCameraUsageDescription", "let p = UIImagePickerController()"),
    ("NSFaceIDUsageDescription", "import UIKit"),
  ])
  func used(_ key: String, _ source: String) throws {
    try expect(PermissionUnused.self, in: files("<key>\(key)</key><string>Why.</string>", source))
  }

  @Test func alwaysLocation() throws {
    let asks = "func f(_ m: CLLocationManager) { m.⟦requestAlwaysAuthorization⟧() }"
    let plain = asks.filter { $0 != "⟦" && $0 != "⟧" }
    try expect(PermissionOverbroad.self, in: files("", asks), severity: .low)
    try expect(PermissionOverbroad.self, in: files("", plain + "\nlet r = CLCircularRegion()"))
    let modes = "<key>UIBackgroundModes</key><array><string>location</string></array>"
    try expect(PermissionOverbroad.self, in: files(modes, plain))
  }

  @Test func theWholeCalendar() throws {
    let asks =
      "func f(_ s: EKEventStore) { s.⟦requestFullAccessToEvents⟧ { _, _ in }; try? s.save(e, span: .thisEvent) }"
    try expect(PermissionOverbroad.self, in: files("", asks))
    let plain = asks.filter { $0 != "⟦" && $0 != "⟧" }
    try expect(PermissionOverbroad.self, in: files("", plain + "\nfunc g() { s.events(matching: p) }"))
  }
}

@Suite struct LocalisedPurposeTests {
  @Test func tablesOfTexts() throws {
    let table = """
      /* "NSCameraUsageDescription" = "camera"; */
      ⟦"NSCameraUsageDescription" = "We need access to the camera."⟧;
      // another one
      ⟦NSContactsUsageDescription = "連絡先を使用します。"⟧;
      "NSMicrophoneUsageDescription" = "Records the \\"song\\" that you sing to the moon.";
      "CFBundleName" = "x";
      """
    try expect(
      PermissionVaguePurpose.self, in: ["en.lproj/InfoPlist.strings": table, "a.swift": app], severity: .low)
    let plain = table.filter { $0 != "⟦" && $0 != "⟧" }
    try expect(PermissionVaguePurpose.self, in: ["de.lproj/InfoPlist.strings": plain, "a.swift": app])
    try expect(PermissionVaguePurpose.self, in: ["en.lproj/Localizable.strings": plain, "a.swift": app])
  }

  @Test(arguments: ["\"a\" = ", "\"a", "/* a", "= = \"a\";", "a = b c = \"", "\\"])
  func brokenTablesEnd(_ text: String) {
    #expect(TextTable(TextSource(path: "a.strings", bytes: Array(text.utf8))).entries.count <= 2)
  }
}
