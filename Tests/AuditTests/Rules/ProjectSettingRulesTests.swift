import OmamoriCore
import OmamoriCrypto
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

private let path = "App.xcodeproj/project.pbxproj"
private let app = "@main class AppDelegate: UIResponder, UIApplicationDelegate {}\n"

@Suite struct BuildHardeningOffTests {
  @Test(arguments: [
    "OTHER_CFLAGS = \"-O2 -fno-stack-protector\"", "OTHER_LDFLAGS = (\"-ObjC\", \"-Wl,-no_pie\")",
    "LD_NO_PIE = YES", "OTHER_CFLAGS = (\"-D_FORTIFY_SOURCE=0\")",
  ])
  func speaks(_ setting: String) throws {
    try expect(
      BuildHardeningOff.self, in: [path: ProjectFixture.pbxproj(target: "⟦\(setting)⟧;")], severity: .medium)
  }

  @Test(arguments: [
    "OTHER_CFLAGS = \"-fstack-protector-strong\";", "LD_NO_PIE = NO;", "CLANG_ENABLE_OBJC_ARC = YES;",
    "OTHER_LDFLAGS = \"-ObjC\";", "GCC_DYNAMIC_NO_PIC = NO;", "CLANG_ENABLE_OBJC_ARC = NO;",
  ])
  func isSilent(_ setting: String) throws {
    try expect(BuildHardeningOff.self, in: [path: ProjectFixture.pbxproj(target: setting)])
  }

  @Test func aSettingOfOldCompilersIsDoubtful() throws {
    func confidence(_ setting: String) throws -> [Confidence] {
      var report = ProjectReport()
      BuildHardeningOff().check(
        try ProjectFixture.facts([path: ProjectFixture.pbxproj(target: setting)]), &report)
      return report.findings.map(\.confidence)
    }
    #expect(try confidence("GCC_DYNAMIC_NO_PIC = YES;") == [.low])
    #expect(try confidence("LD_NO_PIE = YES;") == [.high])
  }

  @Test func countingMattersWhereThereIsObjectiveC() throws {
    let project = ProjectFixture.pbxproj(target: "⟦CLANG_ENABLE_OBJC_ARC = NO⟧;")
    try expect(BuildHardeningOff.self, in: [path: project, "App/a.m": "int a;"])
  }

  @Test func aFlagForOneFile() throws {
    let project = ProjectFixture.pbxproj()
      .replacing(
        "fileRef = F1 /* a.swift */; }",
        with: "fileRef = F1; settings = {COMPILER_FLAGS = ⟦\"-fno-objc-arc\"⟧; }; }")
    try expect(BuildHardeningOff.self, in: [path: project], severity: .low)
  }
}

@Suite struct DeploymentTargetOldTests {
  @Test func onlyTheSystemThatIsBuiltFor() throws {
    let both = "MACOSX_DEPLOYMENT_TARGET = 10.11; ⟦IPHONEOS_DEPLOYMENT_TARGET = 10.0⟧; SDKROOT = iphoneos;"
    try expect(DeploymentTargetOld.self, in: [path: ProjectFixture.pbxproj(target: both)])
    let two =
      "⟦MACOSX_DEPLOYMENT_TARGET = 10.11⟧; ⟦IPHONEOS_DEPLOYMENT_TARGET = 10.0⟧; SUPPORTED_PLATFORMS = \"iphoneos macosx\";"
    try expect(DeploymentTargetOld.self, in: [path: ProjectFixture.pbxproj(target: two)])
  }

  @Test func anAppForTestsIsNoProduct() throws {
    let old = ProjectFixture.pbxproj(target: "IPHONEOS_DEPLOYMENT_TARGET = 10.0;")
    let host = old.replacing("name = App;", with: "name = KitTestHost_iOS;")
    #expect(host != old)
    try expect(DeploymentTargetOld.self, in: [path: host])
  }

  @Test(arguments: ["IPHONEOS_DEPLOYMENT_TARGET = 12.4", "MACOSX_DEPLOYMENT_TARGET = 10.15"])
  func settings(_ setting: String) throws {
    try expect(
      DeploymentTargetOld.self, in: [path: ProjectFixture.pbxproj(target: "⟦\(setting)⟧;")], severity: .info)
  }

  @Test func targetsWithTheSameSystemAreOneDecision() throws {
    let second =
      "T3 = {isa = PBXNativeTarget; name = Helper; productType = \"com.apple.product-type.application\"; buildPhases = (); buildConfigurationList = L2; };\nP0 = {"
    let project = ProjectFixture.pbxproj(
      target: "⟦IPHONEOS_DEPLOYMENT_TARGET = 12.0⟧; SDKROOT = iphoneos;",
      project: "IPHONEOS_DEPLOYMENT_TARGET = 12.0; SDKROOT = iphoneos;"
    )
    .replacing("P0 = {", with: second).replacing("targets = (T1, T2)", with: "targets = (T1, T2, T3)")
    try expect(DeploymentTargetOld.self, in: [path: project])
  }

  @Test(arguments: [
    "IPHONEOS_DEPLOYMENT_TARGET = 15.0;", "MACOSX_DEPLOYMENT_TARGET = 14;",
    "IPHONEOS_DEPLOYMENT_TARGET = $(FLOOR);",
  ])
  func today(_ setting: String) throws {
    try expect(DeploymentTargetOld.self, in: [path: ProjectFixture.pbxproj(target: setting)])
  }

  @Test func propertyListsAndPackages() throws {
    let key = "<key>CFBundlePackageType</key><string>APPL</string>\n"
    let old = "⟦<key>LSMinimumSystemVersion</key><string>10.13</string>⟧"
    try expect(DeploymentTargetOld.self, in: ["Info.plist": ProjectFixture.plist(key + old), "a.swift": app])
    let framework =
      "<key>CFBundlePackageType</key><string>FMWK</string><key>MinimumOSVersion</key><string>9.0</string>"
    try expect(DeploymentTargetOld.self, in: ["Info.plist": ProjectFixture.plist(framework)])
    let package = """
      let package = Package(
        name: "A", platforms: [⟦.iOS(.v12)⟧, .macOS("13.3")],
        targets: [.executableTarget(name: "A")])
      """
    try expect(DeploymentTargetOld.self, in: ["Package.swift": package])
    let tool = package.replacing(".iOS(.v12)", with: ".macOS(.v10_15)").replacing(
      ", .macOS(\"13.3\")", with: "")
    try expect(DeploymentTargetOld.self, in: ["Package.swift": tool])
    let library = package.filter { $0 != "⟦" && $0 != "⟧" }.replacing("executableTarget", with: "target")
    try expect(DeploymentTargetOld.self, in: ["Package.swift": library])
    let both = package.filter { $0 != "⟦" && $0 != "⟧" }
      .replacing("targets:", with: "products: [.library(name: \"K\", targets: [\"A\"])], targets:")
    try expect(DeploymentTargetOld.self, in: ["Package.swift": both])
  }
}

@Suite struct ATSDebugExceptionInReleaseTests {
  private func files(_ hosts: String) -> [String: String] {
    [
      path: ProjectFixture.pbxproj(target: "INFOPLIST_FILE = App/Info.plist;"),
      "App/Info.plist": ProjectFixture.plist(
        """
        <key>NSAppTransportSecurity</key><dict><key>NSExceptionDomains</key><dict>
        \(hosts)
        </dict></dict>
        """),
    ]
  }
  private static let open = "<dict><key>NSExceptionAllowsInsecureHTTPLoads</key><true/></dict>"

  @Test(arguments: ["localhost", "192.168.1.20", "api.staging.example.jp", "mac.local", "x.ngrok.io"])
  func speaks(_ host: String) throws {
    try expect(
      ATSDebugExceptionInRelease.self, in: files("⟦<key>\(host)</key>⟧" + Self.open), severity: .medium)
  }

  @Test func isSilent() throws {
    try expect(ATSDebugExceptionInRelease.self, in: files("<key>api.example.jp</key>" + Self.open))
    let old = "<dict><key>NSExceptionMinimumTLSVersion</key><string>TLSv1.1</string></dict>"
    try expect(ATSDebugExceptionInRelease.self, in: files("⟦<key>staging.example.jp</key>⟧" + old))
    let tight = "<dict><key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string></dict>"
    try expect(ATSDebugExceptionInRelease.self, in: files("<key>staging.example.jp</key>" + tight))
    var separate = files("<key>localhost</key>" + Self.open)
    separate[path] = ProjectFixture.pbxproj(target: "INFOPLIST_FILE = App/Release-Info.plist;")
    try expect(ATSDebugExceptionInRelease.self, in: separate)
  }
}

@Suite struct BackgroundModeUnusedTests {
  private func files(_ modes: String, _ source: String) -> [String: String] {
    [
      "a.swift": source + app,
      "Info.plist": ProjectFixture.plist("<key>UIBackgroundModes</key><array>\(modes)</array>"),
    ]
  }

  @Test(arguments: ["location", "audio", "voip", "bluetooth-central"]) func speaks(_ mode: String) throws {
    try expect(
      BackgroundModeUnused.self,
      in: files("⟦<string>\(mode)</string>⟧<string>fetch</string>", "import UIKit\n"))
  }

  @Test(arguments: [
    ("location", "CoreLocation"), ("audio", "AVFoundation"), ("voip", "CallKit"),
    ("remote-notification", "UIKit"),
  ])
  func isSilent(_ mode: String, _ module: String) throws {
    try expect(BackgroundModeUnused.self, in: files("<string>\(mode)</string>", "import \(module)\n"))
  }

  @Test func theCameraPlaysNothing() throws {
    let camera = "import AVFoundation\nlet session = AVCaptureSession()\n"
    try expect(BackgroundModeUnused.self, in: files("⟦<string>audio</string>⟧", camera))
    for use in ["let player = AVPlayer()", "var e: AVAudioEngine?", "AVSpeechSynthesizer()", "import AVKit"] {
      try expect(BackgroundModeUnused.self, in: files("<string>audio</string>", camera + use + "\n"))
    }
  }

  @Test func objectiveCMayUseIt() throws {
    var files = files("<string>location</string>", "import UIKit\n")
    files["b.m"] = "#import <CoreLocation/CoreLocation.h>"
    try expect(BackgroundModeUnused.self, in: files)
    var unused = self.files("⟦<string>location</string>⟧", "import UIKit\n")
    unused["b.m"] = "#import <UIKit/UIKit.h>"
    try expect(BackgroundModeUnused.self, in: unused)
  }
}

@Suite struct BundledCertificateTests {
  @Test(arguments: [
    "Bundle.main.url(forResource: \"api\", withExtension: \"cer\")",
    "Bundle.main.path(forResource: \"api\", ofType: \"der\")",
    "Bundle(for: Pins.self).url(forResource: \"api.pem\", withExtension: nil)",
  ])
  func missing(_ call: String) throws {
    try expect(PinFileMissing.self, in: ["a.swift": app + "let pin = ⟦\(call)⟧\n"], severity: .high)
  }

  @Test(arguments: [
    "Bundle.main.url(forResource: \"here\", withExtension: \"cer\")",
    "Bundle.main.url(forResource: name, withExtension: \"cer\")",
    "Bundle.main.url(forResource: \"data\", withExtension: \"json\")", "url(for: \"a.cer\")",
  ])
  func present(_ call: String) throws {
    try expect(PinFileMissing.self, in: ["a.swift": app + "let pin = \(call)\n", "r/here.cer": "x"])
  }

  @Test func faults() throws {
    let current = try Certificate(derRepresentation: Data(CertificateFixture.current))
    let ended = try Certificate(derRepresentation: Data(CertificateFixture.ended))
    let weak = try Certificate(derRepresentation: Data(CertificateFixture.weak))
    let now = Date(timeIntervalSince1970: 1_790_000_000)
    func faults(_ certificate: Certificate, _ date: Date) -> [String] {
      PinCertificateExpiring.faults(of: certificate, at: date).map(\.english)
    }
    #expect(faults(current, now).isEmpty)
    #expect(faults(current, current.notValidAfter.addingTimeInterval(-86400 * 29.5)) == ["ends in 29 days"])
    #expect(faults(current, current.notValidAfter.addingTimeInterval(-86400 * 30.5)).isEmpty)
    #expect(faults(ended, ended.notValidAfter.addingTimeInterval(86400 * 2)) == ["ended 2 days ago"])
    #expect(faults(weak, now) == ["has an RSA key of 1024 bits", "is signed with SHA1"])
  }

  @Test func onlyCertificatesOfTheAppCount() throws {
    func findings(_ path: String) throws -> Int {
      let folder = try TemporaryFolder()
      try folder.write("a.swift", app)
      try folder.write(path, bytes: CertificateFixture.ended)
      let inventory = try Discovery().inventory(at: folder.path)
      var report = ProjectReport()
      PinCertificateExpiring().check(ProjectFacts(inventory: inventory), &report)
      return report.findings.count
    }
    #expect(try findings("App/server.cer") == 1)
    #expect(try findings("AppTests/server.cer") == 0)
    #expect(try findings("App/server.bin") == 0)
  }
}

@Suite struct PinningAbsentTests {
  private let use = "import UIKit\nlet request = ⟦URLRequest⟧(url: url)\n"

  @Test func speaks() throws { try expect(PinningAbsent.self, in: ["a.swift": app + use], severity: .info) }

  @Test(arguments: [
    "import TrustKit", "let m = ServerTrustManager(evaluators: [:])", "let k = SecTrustCopyKey(trust)",
    "let s = SecureSession(pins: pins)",
  ])
  func isSilent(_ line: String) throws {
    let plain = use.filter { $0 != "⟦" && $0 != "⟧" }
    try expect(PinningAbsent.self, in: ["a.swift": line + "\n" + app + plain])
  }

  @Test func declaredPinsCount() throws {
    let plain = use.filter { $0 != "⟦" && $0 != "⟧" }
    try expect(PinningAbsent.self, in: ["a.swift": app + plain.replacing("UIKit", with: "Foundation")])
    let list = """
      <key>NSAppTransportSecurity</key><dict><key>NSPinnedDomains</key><dict>
      <key>a.jp</key><dict/></dict></dict>
      """
    try expect(PinningAbsent.self, in: ["a.swift": app + plain, "Info.plist": ProjectFixture.plist(list)])
  }

  @Test(arguments: [
    ("import TrustKit\nlet c = [kTSKPublicKeyHashes: [\"a\", \"b\"]]\n", 1),
    ("import Alamofire\nlet m = ServerTrustManager(evaluators: [\"a\": PublicKeysTrustEvaluator()])\n", 1),
    ("import Alamofire\nlet e = PinnedCertificatesTrustEvaluator()\n", 1),
    ("import OmamoriTransport\nlet pins: PinSet\n", 1),
    ("import Alamofire\nlet m = ServerTrustManager(evaluators: [\"a\": DefaultTrustEvaluator()])\n", 0),
  ])
  func aLibraryThatPinsIsEvidence(_ source: String, _ count: Int) throws {
    var report = ProjectReport()
    PinningAbsent().check(try ProjectFixture.facts(["a.swift": source + app]), &report)
    #expect(report.findings.isEmpty)
    #expect(report.evidence.count { $0.kind == .pinning } == count)
  }
}
