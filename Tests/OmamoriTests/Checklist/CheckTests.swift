import Foundation
import OmamoriATS
import OmamoriAuditLog
@_spi(Testing) import OmamoriCore
import OmamoriDevice
import OmamoriReport
import OmamoriTransport
import Testing

@testable import Omamori

/// Each question that needs no server and no store: passed, failed and unavailable.
@Suite("Checks")
struct CheckTests {
  private static func plist(_ settings: String) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>\(settings)</dict></plist>
      """.utf8)
  }

  private static let open = plist(
    "<key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoads</key><true/></dict>")

  @Test func transportSecurity() async throws {
    let good = await ATSCheck(.bytes(Self.plist("<key>CFBundleIdentifier</key><string>a</string>"))).run()
    #expect(good.state == .passed)
    let bad = await ATSCheck(.bytes(Self.open)).run()
    #expect(bad.state == .failed && bad.answer == .fail)
    #expect(bad.problems.first?.severity == .critical)
    #expect(await ATSCheck(nil).run().missing == "not-given")
    #expect(await ATSCheck(.bytes(Array("<plist><dict>".utf8))).run().missing == "failed")
    #expect(await ATSCheck(.bytes(Array("<plist><array/></plist>".utf8))).run().missing == "failed")
    #expect(await ATSCheck(.path("/nonexistent/Info.plist")).run().missing == "failed")
    // Reading a device would never end.
    #expect(await ATSCheck(.path("/dev/zero")).run().missing == "failed")
    let file = FileManager.default.temporaryDirectory.appending(path: "omamori-\(UUID().uuidString).plist")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(Self.open).write(to: file)
    #expect(await ATSCheck(.path(file.path)).run() == bad)
  }

  private static func report(_ signals: [IntegritySignal]) -> IntegrityReport {
    IntegrityReport(
      subject: .thisProcess, signals: signals, date: Date(timeIntervalSince1970: 0), took: .zero,
      baselineAge: nil)
  }

  @Test func integrity() async {
    let clean = IntegritySignal(.tracer, .clean)
    func result(_ signals: IntegritySignal...) -> CheckResult {
      IntegrityCheck.result(of: Self.report(signals))
    }
    #expect(result(clean).state == .passed)
    #expect(result(clean, IntegritySignal(.preload, .detected, confidence: .high)).answer == .fail)
    #expect(result(clean, IntegritySignal(.preload, .detected, confidence: .medium)).answer == .fail)
    #expect(result(clean, IntegritySignal(.preload, .detected, confidence: .low)).answer == .attention)
    // Where a process runs is no reproach.
    #expect(result(clean, IntegritySignal(.container, .detected, confidence: .high)).state == .passed)
    // What this platform does not tell is listed, what it should have told is missed.
    let untold = result(clean, IntegritySignal(.lyingLibrary, .unavailable(.platform)))
    #expect(untold.state == .passed && untold.fact("not-told") == .list(["library.lies"]))
    for state in [IntegritySignal.State.unavailable(.denied), .unavailable(.ended), .error(.unsupported)] {
      #expect(result(clean, IntegritySignal(.lyingLibrary, state)).missing == "failed")
    }
    #expect(result().missing == "failed")
    #expect(result(IntegritySignal(.tracer, .unavailable(.platform))).missing == "failed")
    // A detection counts also when something else is missing.
    let both = result(
      IntegritySignal(.tracer, .detected, confidence: .high), IntegritySignal(.preload, .error(.unsupported)))
    #expect(both.answer == .fail)
    #expect(await IntegrityCheck(nil).run().missing == "not-given")
    let live = await IntegrityCheck(IntegrityChecker()).run()
    #expect(live.fact("clean") != nil)
  }

  private static func policy(
    _ pins: PinSet?, unlisted: UnlistedHosts = .refused,
    certificates: CertificateRequirements = CertificateRequirements(),
    own: CertificateRequirements? = nil
  ) throws -> TransportPolicy {
    let pattern = try HostPattern(try HostName("api.example.com"), subdomains: .excluded)
    return try TransportPolicy(
      rules: [HostRule(pattern, pins: pins, certificates: own)], unlistedHosts: unlisted,
      certificates: certificates)
  }

  private static func pins(
    expiry: Date? = nil, mode: PinSet.Mode = .enforced, hasBackup: Bool = true
  ) throws -> PinSet {
    let primary = try CertificatePin(digest: Data(repeating: 1, count: 32))
    let backup = try CertificatePin(digest: Data(repeating: 2, count: 32), role: .backup)
    return try PinSet(
      leaf: hasBackup ? [primary, backup] : [primary], expiry: expiry, mode: mode, requiresBackup: hasBackup)
  }

  @Test func pinSets() async throws {
    let day = 86_400.0
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let clock = ManualClock(date: now)
    func answer(_ pins: PinSet?, _ unlisted: UnlistedHosts = .refused) async throws -> CheckResult {
      await PinSetCheck(try Self.policy(pins, unlisted: unlisted), clock: clock).run()
    }
    #expect(try await answer(Self.pins()).state == .passed)
    let later = try await answer(Self.pins(expiry: now + 100 * day))
    #expect(later.state == .passed && later.fact("first-expiry-days") == .number(100))
    #expect(try await answer(Self.pins(expiry: now + 3 * day)).answer == .attention)
    #expect(try await answer(Self.pins(expiry: now - day)).answer == .fail)
    #expect(try await answer(Self.pins(mode: .reportOnly)).answer == .fail)
    #expect(try await answer(Self.pins(hasBackup: false)).answer == .fail)
    #expect(try await answer(nil).answer == .fail)
    #expect(try await answer(Self.pins(), .trusted).answer == .attention)
    #expect(await PinSetCheck(nil).run().missing == "not-given")
  }

  @Test func transportPolicy() async throws {
    #expect(await TransportPolicyCheck(try Self.policy(nil)).run().state == .passed)
    #expect(await TransportPolicyCheck(nil).run().missing == "not-given")
    var weak = CertificateRequirements()
    weak.leastRSABits = 1024
    #expect(await TransportPolicyCheck(try Self.policy(nil, certificates: weak)).run().answer == .fail)
    // A rule takes back what the policy asks.
    let ruled = await TransportPolicyCheck(try Self.policy(nil, own: weak)).run()
    #expect(ruled.answer == .fail)
    #expect(ruled.reason.english.hasPrefix("api.example.com: "))
    for change: (inout CertificateRequirements) -> Void in [
      { $0.isStrict = false }, { $0.honorsMustStaple = false }, { $0.requiresExtendedMasterSecret = false },
      { $0.leastCurveBits = 192 },
    ] {
      var requirements = CertificateRequirements()
      change(&requirements)
      #expect(
        await TransportPolicyCheck(try Self.policy(nil, certificates: requirements)).run().answer == .fail)
    }
  }

  @Test(arguments: [TLSVersion.tls12, .tls13], [HeaderPolicy.off, .report, .require(.high)])
  func lessThanTheUsualCostsPoints(version: TLSVersion, headers: HeaderPolicy) async throws {
    let result = await TransportPolicyCheck(
      try TransportPolicy(minimumVersion: version, headers: headers)
    ).run()
    let isUsual = version == .tls13 && headers != .off
    #expect(result.answer == (isUsual ? .pass : .attention))
    #expect(result.problems.count == (version == .tls12 ? 1 : 0) + (headers == .off ? 1 : 0))
    #expect(result.problems.allSatisfy { ChecklistArea.api.points(for: $0.severity) == 10 })
    let pattern = try HostPattern(try HostName("api.example.com"), subdomains: .excluded)
    let ruled = try TransportPolicy(rules: [HostRule(pattern, minimumVersion: version)])
    let problem = await TransportPolicyCheck(ruled).run().problems.first
    let isNamed = problem?.message.english.hasPrefix("api.example.com: TLS 1.2")
    #expect(isNamed == (version == .tls12 ? true : nil))
  }

  @Test func eventsAreScreened() async {
    for screening in SecretScreening.allCases {
      var settings = AuditLogSettings()
      settings.screening = screening
      let result = await EventScreeningCheck(settings).run()
      #expect(result.state == .passed, "\(result.reason.english)")
      #expect(result.fact("samples") == .number(SecretShape.allCases.count))
    }
    #expect(await EventScreeningCheck(nil).run().missing == "not-given")
    let blind = EventScreeningCheck(AuditLogSettings()) { text, _ throws(AuditLogError) in .text(text) }
    let missed = await blind.run()
    #expect(missed.answer == .fail)
    #expect(missed.problems.count == SecretShape.allCases.count)
    let broken = EventScreeningCheck(AuditLogSettings()) { _, _ throws(AuditLogError) in throw .cancelled }
    #expect(await broken.run().answer == .fail)
    let nervous = EventScreeningCheck(AuditLogSettings()) { _, _ throws(AuditLogError) in
      throw .event(.containsSecret)
    }
    #expect(await nervous.run().answer == .attention)
  }

  private static func profile(_ entitlements: String) -> CheckedFile {
    // The list lies in a signed message, between bytes that are no text.
    .bytes(
      [0x30, 0x82, 0xFF, 0x00] + plist("<key>Entitlements</key><dict>\(entitlements)</dict>") + [0xFE, 0x00])
  }

  @Test func build() async {
    let release = BuildFacts(isDebug: false, hasAssertions: false, instruments: [])
    let plain = await BuildCheck(release).run()
    #expect(plain.state == .passed && plain.fact("get-task-allow") == .text("unavailable"))
    for change: (inout BuildFacts) -> Void in [
      { $0.isDebug = true }, { $0.instruments = ["address"] },
    ] {
      var build = release
      change(&build)
      #expect(await BuildCheck(build).run().answer == .fail)
    }
    var asserting = release
    asserting.hasAssertions = true
    #expect(await BuildCheck(asserting).run().answer == .attention)
    let key = "<key>get-task-allow</key>"
    #expect(await BuildCheck(release, profile: Self.profile(key + "<true/>")).run().answer == .fail)
    #expect(await BuildCheck(release, profile: Self.profile(key + "<false/>")).run().state == .passed)
    #expect(await BuildCheck(release, profile: Self.profile("")).run().state == .passed)
    for bytes in [[], Array("<?xml".utf8), Array("</plist><?xml".utf8), [UInt8](repeating: 0x3C, count: 999)]
    {
      #expect(await BuildCheck(release, profile: .bytes(bytes)).run().missing == "failed")
    }
    #if DEBUG
    #expect(await BuildCheck().run().fact("debug") == .flag(true))
    #endif
    #expect(LoadedSymbol.exists("malloc") && !LoadedSymbol.exists("omamori_no_such_function"))
  }
}
