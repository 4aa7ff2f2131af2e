import OmamoriCore
import Testing

@testable import OmamoriDevice

/// Rights that weaken an app.
@Suite struct AppEntitlementsTests {
  private static func profile(_ entries: String) -> Data {
    Data(
      """
      0\u{82}garbage<?xml version="1.0"?><plist><dict><key>AppIDName</key><string>a</string>
      <key>Entitlements</key>
      <dict>
      \(entries)
      </dict><key>get-task-allow</key><true/></dict></plist>
      """.utf8)
  }

  @Test func theProfilesRightsAreRead() throws {
    let development = Self.profile(
      "<key>application-identifier</key><string>T.a</string>\n<key>get-task-allow</key>\n  <true/>")
    #expect(AppEntitlements(provisioningProfile: development)?.granted == ["get-task-allow"])
    let release = Self.profile("<key>get-task-allow</key><false/><key>beta</key><true/>")
    #expect(AppEntitlements(provisioningProfile: release)?.granted == [])
  }

  @Test func whatIsNoProfileSaysNothing() {
    #expect(AppEntitlements(provisioningProfile: Data()) == nil)
    #expect(AppEntitlements(provisioningProfile: Data("<key>Entitlements</key><dict>".utf8)) == nil)
    #expect(AppEntitlements(provisioningProfile: Data(count: 1 << 20 + 1)) == nil)
    #expect(AppEntitlements(provisioningProfile: Self.profile("<key><key></key>"))?.granted == [])
  }

  private func signal(_ entitlements: AppEntitlements?, expected: Set<String> = []) -> IntegritySignal? {
    EntitlementProbe(entitlements, expected: expected).signals(of: IntegrityScene(FakeAppProcess())).first
  }

  @Test func onlyUnexpectedRightsAreDetected() {
    let granted = AppEntitlements(granted: ["get-task-allow", "aps-environment"])
    #expect(signal(granted)?.state == .detected && signal(granted)?.confidence == .medium)
    #expect(signal(granted, expected: ["get-task-allow"])?.state == .clean)
    #expect(signal(AppEntitlements(granted: []))?.state == .clean)
    #expect(signal(nil)?.state == .unavailable(.platform))
  }
}

/// Biometry and the passcode, from the answers of LocalAuthentication.
@Suite struct BiometryStatusTests {
  @Test(arguments: [
    (1, nil, BiometryKind.touchID, BiometryStatus.State.ready), (2, -8, .faceID, .lockedOut),
    (4, -7, .opticID, .notEnrolled), (2, -5, .faceID, .passcodeNotSet), (0, -6, .none, .notAvailable),
    (1, -13, .touchID, .notAvailable), (9, nil, .none, .ready), (4, -1, .opticID, .notAvailable),
  ])
  func aLockedSensorIsStillASensor(
    kind: Int, code: Int?, expected: BiometryKind, state: BiometryStatus.State
  ) {
    let status = BiometryStatus(localAuthenticationKind: kind, code: code)
    #expect(status.kind == expected && status.state == state)
  }

  @Test func everyKindHasAName() {
    #expect(BiometryKind.allCases.map { $0.name[.en] } == ["Passcode", "Touch ID", "Face ID", "Optic ID"])
    #expect(BiometryKind.none.name[.ja] == "パスコード")
    #expect(Set(BiometryKind.allCases.map(\.symbolName)).count == 4)
  }

  @Test func thePasscodeIsTheScreenLock() {
    func state(_ code: Int?) -> IntegritySignal.State? {
      PasscodeProbe { code }.signals(of: IntegrityScene(FakeAppProcess())).first?.state
    }
    #expect(state(nil) == .detected)
    #expect(state(-5) == .clean)
    #expect(state(-10) == .unavailable(.denied))
  }
}
