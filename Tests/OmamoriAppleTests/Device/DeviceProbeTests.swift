import LocalAuthentication
import OmamoriCore
import Security
import Testing

@testable import OmamoriApple
@testable import OmamoriDevice

/// What the adapters ask of Apple's frameworks.
@Suite struct DeviceProbeTests {
  /// An app's process that tells nothing of itself.
  private struct Silence: ProcessView {
    let subject = IntegritySubject.thisProcess
    func tracer(_ route: ObservationRoute) throws(DeviceError) -> Int32 { 0 }
  }

  private func status(_ device: FakeAuthentication) -> BiometryStatus {
    FakeAuthentication.$current.withValue(device) { .current }
  }

  @Test func everyKindOfBiometryIsKnown() {
    let kinds: [(LABiometryType, BiometryKind)] = [
      (.touchID, .touchID), (.faceID, .faceID), (.opticID, .opticID),
    ]
    for (type, kind) in kinds {
      let status = status(FakeAuthentication(biometryType: type))
      #expect(status.kind == kind && status.isReady)
    }
    #expect(status(FakeAuthentication(biometryType: .none)).state == .notAvailable)
  }

  @Test func aLockedSensorIsNotReportedAsNone() {
    let locked = status(FakeAuthentication(biometryType: .faceID, biometryObstacle: .biometryLockout))
    #expect(locked.kind == .faceID && locked.state == .lockedOut)
    let bare = status(FakeAuthentication(biometryType: .touchID, biometryObstacle: .biometryNotEnrolled))
    #expect(bare.kind == .touchID && bare.state == .notEnrolled)
    #expect(status(FakeAuthentication(hasPasscode: false)).state == .passcodeNotSet)
  }

  @Test func askingForTheStatusAsksNobody() {
    let device = FakeAuthentication()
    _ = status(device)
    #expect(device.promptCount == 0)
  }

  private func screenLock(_ device: FakeAuthentication) -> IntegritySignal.State? {
    FakeAuthentication.$current.withValue(device) {
      PasscodeProbe().signals(of: IntegrityScene(Silence())).first?.state
    }
  }

  @Test func thePasscodeIsAskedFor() {
    #expect(screenLock(FakeAuthentication()) == .detected)
    #expect(screenLock(FakeAuthentication(biometryType: .none)) == .detected)
    #expect(screenLock(FakeAuthentication(hasPasscode: false)) == .clean)
  }

  @Test func onlySchemesThatTheAppNamesAreAskedFor() async {
    let answers = await withApps(opening: ["cydia", "sileo", "https"]) {
      SchemeAnswers.answers(listed: ["cydia", "filza", "https"])
    }
    #expect(answers.opened == ["cydia"] && answers.asked == ["cydia", "filza"])
    #expect(await SchemeAnswers.current() == .none)
  }

  @Test func theProcesssRightsAreRead() {
    let names: Set = ["com.apple.security.get-task-allow", "com.apple.security.app-sandbox"]
    let rights = SecTask.$granted.withValue(names) { AppEntitlements.ofThisProcess() }
    #expect(rights?.granted == ["com.apple.security.get-task-allow"])
    #expect(AppEntitlements.provisioned() == nil)
  }

  @Test func anAppHasOneProbeForEachSignal() {
    let identifiers = IntegrityChecker.appleProbes().flatMap(\.identifiers)
    #expect(Set(identifiers).count == identifiers.count)
    #expect(identifiers.contains(.jailbreak) && identifiers.contains(.screenLock))
    #expect(JailbreakProbe().signals(of: IntegrityScene(Silence())).first?.state == .unavailable(.platform))
  }
}
