import Foundation
@_spi(Testing) import OmamoriCore
@testable import OmamoriDevice
import Testing

/// Reports in words, as JSON and as events.
@Suite("Integrity reports")
struct IntegrityReportTests {
  @Test("every signal speaks both languages", arguments: IntegritySignal.Identifier.known)
  func texts(identifier: IntegritySignal.Identifier) {
    #expect(identifier.title.english != identifier.title.japanese)
    #expect(identifier.meaning.english != identifier.meaning.japanese)
    #expect(identifier.mastg.allSatisfy { $0.hasPrefix("MASTG-") })
  }

  @Test("the toolkit's probes look for what has a text, each once")
  func known() {
    let looked = IntegrityChecker.standardProbes.flatMap(\.identifiers)
    #expect(Set(looked) == Set(IntegritySignal.Identifier.known) && Set(looked).count == looked.count)
  }

  @Test("as JSON")
  func json() throws {
    let evidence = IntegrityEvidence(
      "module", [.init("name", .publicName("liba\n.so")), .init("build", .fingerprint([1, 0xAB]))])
    let report = IntegrityReport(
      subject: .process(12),
      signals: [
        IntegritySignal(.modifiedCode, [evidence], confidence: .high),
        IntegritySignal(.lyingLibrary, .unavailable(.insideOnly)),
      ], date: Date(timeIntervalSince1970: 1_767_225_600), took: .microseconds(1500), baselineAge: .seconds(9)
    )
    #expect(
      report.json.text() == """
        {"version":1,"subject":"process","date":"2026-01-01T00:00:00Z","microseconds":1500,"process":12,\
        "baselineSeconds":9,"signals":[{"signal":"code.modified","kind":"threat","state":"detected",\
        "confidence":"high","mastg":["MASTG-KNOW-0032","MASTG-KNOW-0029","MASTG-KNOW-0086"],\
        "evidence":[{"kind":"module","name":"liba\u{FFFD}.so","build":"01ab"}]},\
        {"signal":"library.lies","kind":"threat","state":"unavailable","reason":"inside-only",\
        "mastg":["MASTG-KNOW-0032","MASTG-KNOW-0087"]}]}
        """)
  }

  @Test("evidence is bounded and counted")
  func bounded() {
    let many = Array(repeating: IntegrityEvidence("module", []), count: 40)
    let signal = IntegritySignal(.addedLibrary, many, confidence: .low)
    #expect(signal.evidence.count == IntegritySignal.greatestEvidence && signal.evidenceCount == 40)
  }

  @Test("events tell what changed, once")
  func events() async {
    let sink = RecordedSecurityEvents()
    let view = SwitchedProcess()
    let checker = IntegrityChecker(view, probes: [TracerProbe()], events: sink, startTime: nil)
    _ = await checker.check()
    #expect(sink.events.isEmpty)
    view.tracerNumber.withLock { $0 = 9 }
    for _ in 0..<2 {
      _ = await checker.checkCheaply()
      _ = await checker.check()
    }
    view.tracerNumber.withLock { $0 = 0 }
    for _ in 0..<2 {
      _ = await checker.checkCheaply()
      _ = await checker.check()
    }
    #expect(sink.events.map(\.name) == ["device.integrity.detected", "device.integrity.cleared"])
    #expect(sink.events.first?.severity == .critical)
    #expect(sink.events.first?.attributes["signal"] == .publicName("debugger.tracer"))
  }

  private final class SwitchedProcess: ProcessView {
    let subject = IntegritySubject.thisProcess
    let tracerNumber = Protected<Int32>(0)
    func tracer(_ route: ObservationRoute) throws(DeviceError) -> Int32 { tracerNumber.current }
  }

  @Test("an app's own probe, and one that forgets its signal")
  func ownProbe() async {
    let checker = IntegrityChecker(FakeProcess(), probes: [ForgetfulProbe()], startTime: nil)
    let report = await checker.check()
    #expect(report.signals.map(\.state) == [.detected, .error(.unsupported)])
    #expect(report.unanswered.map(\.identifier.name) == ["app.forgotten"])
    #expect(report.threats(atLeast: .medium).isEmpty && report.threats().count == 1)
  }

  private struct ForgetfulProbe: IntegrityProbe {
    let identifiers = [
      IntegritySignal.Identifier("app.licence"), IntegritySignal.Identifier("app.forgotten"),
    ]
    func signals(of scene: IntegrityScene) -> [IntegritySignal] {
      [IntegritySignal(identifiers[0], .detected, confidence: .low)]
    }
  }
}
