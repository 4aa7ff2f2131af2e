import OmamoriCore
import Testing

@testable import OmamoriDevice

/// What traces on a device amount to.
@Suite struct JailbreakTests {
  private func signal(
    _ device: FakeDevice, schemes: SchemeAnswers = .none, images: [String] = ["/usr/lib/libSystem.B.dylib"]
  ) throws -> IntegritySignal {
    let scene = IntegrityScene(FakeAppProcess(images: images))
    let signals = JailbreakProbe(device, schemes: schemes).signals(of: scene)
    return try #require(signals.first { $0.identifier == .jailbreak })
  }

  private func names(_ signal: IntegritySignal, _ kind: String) -> [SecurityEvent.Value] {
    signal.evidence.filter { $0.kind == kind }.compactMap { $0["name"] }
  }

  @Test func anUntouchedDeviceIsClean() throws {
    #expect(try signal(FakeDevice()).state == .clean)
  }

  @Test func oneShellProvesNothing() throws {
    let found = try signal(FakeDevice(paths: ["/bin/bash"]))
    #expect(found.state == .detected && found.confidence == .low)
    #expect(!found.isThreat(atLeast: .medium))
  }

  @Test func severalOrdinaryFilesAreOdd() throws {
    let found = try signal(FakeDevice(paths: ["/bin/bash", "/usr/sbin/sshd"]))
    #expect(found.state == .detected && found.confidence == .medium)
  }

  @Test(arguments: [
    ("/Applications/Cydia.app", "cydia"), ("/var/jb", "rootless"),
    ("/var/jb/Applications/Sileo.app", "sileo-rootless"), ("/usr/sbin/frida-server", "frida-server"),
  ])
  func filesOfJailbreaksAreTelling(path: String, name: String) throws {
    let found = try signal(FakeDevice(paths: [path]))
    #expect(found.state == .detected && found.confidence == .high)
    #expect(names(found, "file") == [.publicName(name)])
  }

  @Test func whatOneWayOfAskingHidesIsFoundByAnother() throws {
    let found = try signal(FakeDevice(hidden: ["/bin/bash": [.open]]))
    #expect(found.confidence == .high)
    #expect(names(found, "hidden-file") == [.publicName("bash")])
  }

  @Test(arguments: [true, false])
  func anEscapeCountsWhetherItIsCleanedUpOrNot(isCleanedUp: Bool) throws {
    let found = try signal(FakeDevice(escape: .wrote(isCleanedUp: isCleanedUp)))
    #expect(found.state == .detected && found.confidence == .high)
    #expect(found.evidence.first?["removed"] == .flag(isCleanedUp))
  }

  @Test func aDeviceThatAnswersNothingIsNotClean() throws {
    let device = FakeDevice(escape: .failed(code: 28), isSilent: true)
    #expect(try signal(device).state == .unavailable(.denied))
  }

  @Test func foldersThatWereMovedAreTelling() throws {
    let moved = FakeDevice(links: ["/Applications": "/var/stash/Applications.x"])
    #expect(names(try signal(moved), "link") == [.publicName("applications")])
    #expect(try signal(FakeDevice(links: ["/usr/share": "/System/share"])).state == .clean)
  }

  @Test func librariesOfTweaksAreTelling() throws {
    for image in ["/usr/lib/libellekit.dylib", "/var/jb/usr/lib/a.dylib", "/a/FridaGadget.dylib"] {
      #expect(try signal(FakeDevice(), images: [image]).confidence == .high)
    }
  }

  @Test func aSchemeAloneIsWeakAndSeveralAreOdd() throws {
    let one = SchemeAnswers(opened: ["cydia"], asked: ["cydia"])
    #expect(try signal(FakeDevice(), schemes: one).confidence == .low)
    let two = SchemeAnswers(opened: ["cydia", "sileo"], asked: ["cydia", "sileo"])
    #expect(try signal(FakeDevice(), schemes: two).confidence == .medium)
    #expect(SchemeAnswers(opened: ["cydia"], asked: []).opened.isEmpty)
  }

  @Test(arguments: [AppleHost.simulator, .mac])
  func aMacsFilesAreNoJailbreak(host: AppleHost) throws {
    let device = FakeDevice(
      host: host, paths: ["/bin/bash", "/etc/apt", "/usr/sbin/sshd"], escape: .wrote(isCleanedUp: true))
    #expect(try signal(device).state == .unavailable(.platform))
    let signals = JailbreakProbe(device).signals(of: IntegrityScene(FakeAppProcess()))
    let place = try #require(signals.first { $0.identifier == .simulator })
    #expect(place.state == .detected && !place.isThreat())
    #expect(place.evidence.first?["name"] == .publicName(host.rawValue))
  }

  @Test func noPathStandsInTheEvidence() throws {
    let found = try signal(
      FakeDevice(paths: Set(JailbreakSigns.paths.map(\.path))), images: ["/private/var/me/frida.dylib"])
    let text = String(describing: found.evidence)
    #expect(!text.contains("/") && found.evidenceCount > found.evidence.count)
  }
}
