import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

private let app = "@main struct A {}\n"
private let name = "<key>CFBundleName</key><string>App</string>"

@Suite struct PermissionMissingPurposeTests {
  @Test(arguments: [
    "func a(_ m: CLLocationManager) { ⟦m.requestWhenInUseAuthorization()⟧ }",
    "func a() { ⟦AVCaptureDevice.requestAccess(for: .video) { _ in }⟧ }",
    "func a() throws { let i = try ⟦AVCaptureDeviceInput(device: d)⟧ }",
    "func a() { ⟦PHPhotoLibrary.requestAuthorization { status in }⟧ }",
    "func a() async { await ⟦ATTrackingManager.requestTrackingAuthorization()⟧ }",
    "func a(c: LAContext) { ⟦c.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: r) { _, _ in }⟧ }",
    "func a(s: EKEventStore) { ⟦s.requestAccess(to: .reminder) { _, _ in }⟧ }",
    "let central = ⟦CBCentralManager(delegate: nil, queue: nil)⟧",
  ])
  func speaks(_ source: String) throws {
    try expect(
      PermissionMissingPurpose.self, in: ["Info.plist": ProjectFixture.plist(name), "a.swift": app + source],
      severity: .high)
  }

  @Test func emptyTextsDoNotCount() throws {
    let plist = ProjectFixture.plist("<key>NSCameraUsageDescription</key><string></string>")
    try expect(
      PermissionMissingPurpose.self,
      in: ["Info.plist": plist, "a.swift": app + "func a() { ⟦AVCaptureDevice.requestAccess(for: .video)⟧ }"])
  }

  @Test(arguments: [
    ("NSCameraUsageDescription", "AVCaptureDevice.requestAccess(for: .video)"),
    ("NSLocationAlwaysAndWhenInUseUsageDescription", "m.requestWhenInUseAuthorization()"),
    ("NSPhotoLibraryAddUsageDescription", "PHPhotoLibrary.requestAuthorization(for: .addOnly) { _ in }"),
    ("NSCalendarsFullAccessUsageDescription", "store.requestFullAccessToEvents { _, _ in }"),
    ("Other", "center.requestAuthorization(options: [.alert]) { _, _ in }"),
    ("Other", "AVCaptureDevice.authorizationStatus(for: .video)"),
    ("Other", "print(\"AVCaptureDevice.requestAccess(for: .video)\")"),
    ("Other", "c.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: r) { _, _ in }"),
  ])
  func isSilent(_ key: String, _ call: String) throws {
    let plist = ProjectFixture.plist("<key>\(key)</key><string>Scans the code on a ticket.</string>")
    try expect(
      PermissionMissingPurpose.self, in: ["Info.plist": plist, "a.swift": app + "func a() { \(call) }"])
  }

  @Test func librariesAndUnknownListsAreSilent() throws {
    let use = "func a() { AVCaptureDevice.requestAccess(for: .video) }"
    try expect(PermissionMissingPurpose.self, in: ["a.swift": app + use])
    try expect(PermissionMissingPurpose.self, in: ["Info.plist": ProjectFixture.plist(name), "a.swift": use])
  }

  /// The system asks in the name of the app around an extension.
  @Test func anExtensionIsLeftToItsApp() throws {
    let project = ProjectFixture.pbxproj(target: "INFOPLIST_FILE = App/Info.plist;")
      .replacing("com.apple.product-type.bundle.unit-test", with: "com.apple.product-type.app-extension")
      .replacing(
        "L2 = {isa = XCConfigurationList; buildConfigurations = ();",
        with: """
          C5 = {isa = XCBuildConfiguration; name = Release; buildSettings = {INFOPLIST_FILE = Lock/Info.plist; }; };
          L2 = {isa = XCConfigurationList; buildConfigurations = (C5);
          """)
    let use = "func a() { ⟦AVCaptureDevice.requestAccess(for: .video)⟧ }"
    func files(_ body: String) -> [String: String] {
      [
        "App.xcodeproj/project.pbxproj": project, "App/Info.plist": ProjectFixture.plist(body),
        "Lock/Info.plist": ProjectFixture.plist(name), "App/Checks.swift": use,
      ]
    }
    let declared = "<key>NSCameraUsageDescription</key><string>Scans the code on a ticket.</string>"
    try expect(PermissionMissingPurpose.self, in: files(declared), severity: .info)
    try expect(PermissionMissingPurpose.self, in: files(name), severity: .high)
  }

  @Test func generatedListsAreReadFromTheProject() throws {
    let use = "func a() { ⟦AVCaptureDevice.requestAccess(for: .video)⟧ }"
    let path = "App.xcodeproj/project.pbxproj"
    try expect(
      PermissionMissingPurpose.self,
      in: [path: ProjectFixture.pbxproj(target: "GENERATE_INFOPLIST_FILE = YES;"), "App/a.swift": use])
    let declared =
      "GENERATE_INFOPLIST_FILE = YES; INFOPLIST_KEY_NSCameraUsageDescription = \"Scans tickets at the door\";"
    try expect(
      PermissionMissingPurpose.self,
      in: [
        path: ProjectFixture.pbxproj(target: declared),
        "App/a.swift": use.replacing("⟦", with: "").replacing("⟧", with: ""),
      ])
  }
}

@Suite struct PermissionVaguePurposeTests {
  @Test(arguments: [
    "", "Camera", "TODO", "This app needs access to your camera.",
    "$(PRODUCT_NAME) requires access to the photo library",
    "We would like to use your camera", "カメラを使用します", "写真", "This app requires Face ID access to the device.",
  ])
  func speaks(_ text: String) throws {
    let plist = ProjectFixture.plist("⟦<key>NSCameraUsageDescription</key><string>\(text)</string>⟧")
    try expect(PermissionVaguePurpose.self, in: ["Info.plist": plist])
  }

  @Test(arguments: [
    "Scans the code on your ticket.", "The camera is needed to take a profile picture.",
    "Access to your photos is needed so you can attach receipts.",
    "This app requires Face ID access to secure your notes.", "QRコードの読み取りにカメラを使用します",
    "プロフィール写真を撮影するためにカメラを使用します。", "Your location shows shops near you.", "$(CAMERA_TEXT)",
  ])
  func isSilent(_ text: String) throws {
    let plist = ProjectFixture.plist("<key>NSCameraUsageDescription</key><string>\(text)</string>")
    try expect(PermissionVaguePurpose.self, in: ["Info.plist": plist])
  }

  @Test(arguments: ["This app does not require camera access.", "The app doesn't use the camera."])
  func whatIsNotUsedIsALeftOver(_ text: String) throws {
    let plist = ProjectFixture.plist("⟦<key>NSCameraUsageDescription</key><string>\(text)</string>⟧")
    try expect(PermissionVaguePurpose.self, in: ["Info.plist": plist], severity: .info)
  }

  @Test func aTableReplacesTheText() throws {
    let key = "<key>NSCameraUsageDescription</key><string>Localized</string>"
    let (plist, marked) = (ProjectFixture.plist(key), ProjectFixture.plist("⟦" + key + "⟧"))
    let table = "NSCameraUsageDescription = \"Scans the code on your ticket.\";\n"
    try expect(PermissionVaguePurpose.self, in: ["Info.plist": plist, "Base.lproj/InfoPlist.strings": table])
    let catalog = "{\"strings\": {\"NSCameraUsageDescription\": {}}}"
    try expect(PermissionVaguePurpose.self, in: ["Info.plist": plist, "InfoPlist.xcstrings": catalog])
    let other = "NSMicrophoneUsageDescription = \"Records what you sing.\";\n"
    try expect(
      PermissionVaguePurpose.self, in: ["Info.plist": marked, "Base.lproj/InfoPlist.strings": other])
    // The project names a table that is not in the tree.
    let project = ProjectFixture.pbxproj(target: "INFOPLIST_FILE = App/Info.plist;")
      .replacing("path = a.swift;", with: "path = Base.lproj/InfoPlist.strings;")
    try expect(
      PermissionVaguePurpose.self, in: ["App.xcodeproj/project.pbxproj": project, "App/Info.plist": plist])
  }
}

@Suite struct PrivacyManifestTests {
  private func manifest(_ types: String) -> String {
    ProjectFixture.plist("<key>NSPrivacyAccessedAPITypes</key><array>\(types)</array>")
  }

  private func type(_ family: String, _ reason: String) -> String {
    "<dict><key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategory\(family)</string>"
      + "<key>NSPrivacyAccessedAPITypeReasons</key><array>\(reason)</array></dict>"
  }

  @Test(arguments: [
    "let d = ⟦UserDefaults⟧.standard", "struct V { @⟦AppStorage⟧(\"a\") var a = 1 }",
    "let t = ProcessInfo.processInfo.⟦systemUptime⟧", "let k: URLResourceKey = .⟦volumeAvailableCapacityKey⟧",
  ])
  func missingSpeaks(_ source: String) throws {
    try expect(PrivacyManifestMissing.self, in: ["a.swift": app + source], severity: .low)
  }

  @Test(arguments: [
    app + "let d = 1 // UserDefaults", "let d = UserDefaults.standard", app + "let s = \"UserDefaults\"",
  ])
  func missingIsSilent(_ source: String) throws {
    try expect(PrivacyManifestMissing.self, in: ["a.swift": source])
  }

  @Test func programsWithoutAnInterfaceNeedNone() throws {
    let package =
      "let package = Package(name: \"A\", targets: [.executableTarget(name: \"A\", path: \"Sources\")])"
    let use = "@main struct A { let d = UserDefaults.standard }"
    try expect(PrivacyManifestMissing.self, in: ["Package.swift": package, "Sources/a.swift": use])
    try expect(
      PrivacyManifestMissing.self,
      in: [
        "Package.swift": package,
        "Sources/a.swift": "import SwiftUI\n@main struct A { let d = ⟦UserDefaults⟧.standard }",
      ])
    let clock = "func a() { _ = ProcessInfo.processInfo.systemUptime }"
    try expect(
      PrivacyManifestMissing.self,
      in: [
        "App.xcodeproj/project.pbxproj": ProjectFixture.pbxproj(target: "SDKROOT = macosx;"),
        "App/a.swift": clock,
      ])
  }

  @Test func namesOfTheFilesOwnAreNotTheSystems() throws {
    let use = "func a(f: File) -> Bool { let fileModificationDate = f.date; return fileModificationDate > 0 }"
    try expect(PrivacyManifestMissing.self, in: ["a.swift": app + use])
  }

  @Test func aManifestIsEvidence() throws {
    let files = ["a.swift": app + "let d = UserDefaults.standard", "PrivacyInfo.xcprivacy": manifest("")]
    var report = ProjectReport()
    PrivacyManifestMissing().check(try ProjectFixture.facts(files), &report)
    #expect(report.findings.isEmpty)
    #expect(report.evidence.map(\.kind) == [.privacyManifest])
  }

  @Test func undeclaredFamiliesSpeak() throws {
    try expect(
      PrivacyRequiredReasonUndeclared.self,
      in: [
        "a.swift": app + "let d = ⟦UserDefaults⟧.standard\nlet e = UserDefaults()",
        "PrivacyInfo.xcprivacy": manifest(""),
      ])
    try expect(
      PrivacyRequiredReasonUndeclared.self,
      in: [
        "a.swift": app + "let t = ProcessInfo.processInfo.⟦systemUptime⟧; let d = UserDefaults.standard",
        "PrivacyInfo.xcprivacy": manifest(type("UserDefaults", "<string>CA92.1</string>")),
      ])
  }

  @Test func codesThatDoNotFitSpeak() throws {
    try expect(
      PrivacyRequiredReasonUndeclared.self,
      in: ["PrivacyInfo.xcprivacy": manifest(type("UserDefaults", "⟦<string>35F9.1</string>⟧"))])
    let empty = "⟦" + type("DiskSpace", "") + "⟧"
    try expect(PrivacyRequiredReasonUndeclared.self, in: ["PrivacyInfo.xcprivacy": manifest(empty)])
  }

  @Test func declaredFamiliesAreSilent() throws {
    let all = [
      type("UserDefaults", "<string>CA92.1</string><string>1C8F.1</string>"),
      type("SystemBootTime", "<string>35F9.1</string>"),
      type("SomethingNew", "<string>XXXX.1</string>"),
    ]
    try expect(
      PrivacyRequiredReasonUndeclared.self,
      in: ["a.swift": app + "let d = UserDefaults.standard", "PrivacyInfo.xcprivacy": manifest(all.joined())])
    try expect(PrivacyRequiredReasonUndeclared.self, in: ["a.swift": app + "let d = UserDefaults.standard"])
  }
}

@Suite struct PermissionUnusedCompanionTests {
  private let nfc =
    "<key>NFCReaderUsageDescription</key><string>Reads the key that you hold to the phone.</string>"

  private func confidences(_ body: String, _ files: [String: String] = [:]) throws -> [Confidence] {
    var report = ProjectReport()
    var files = files
    files["Info.plist"] = ProjectFixture.plist(body)
    files["a.swift"] = app
    PermissionUnused().check(try ProjectFixture.facts(files), &report)
    return report.findings.map(\.confidence)
  }

  @Test func whatIsSaidAtAnotherPlaceIsUsedByALibrary() throws {
    #expect(try confidences(nfc) == [.medium])
    let list =
      "<key>com.apple.developer.nfc.readersession.iso7816.select-identifiers</key><array><string>A0</string></array>"
    #expect(try confidences(nfc + list) == [])
    let formats = ProjectFixture.plist(
      "<key>com.apple.developer.nfc.readersession.formats</key><array><string>TAG</string></array>")
    #expect(try confidences(nfc, ["App.entitlements": formats]) == [])
  }

  @Test func anyLibraryMayAsk() throws {
    #expect(try confidences(nfc, ["Podfile": "pod 'A', '1.0'"]) == [.low])
  }
}
