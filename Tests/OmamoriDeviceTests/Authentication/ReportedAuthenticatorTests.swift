@_spi(Testing) import OmamoriCore
import OmamoriDevice
import Testing

/// What a sink of events hears of a request.
struct ReportedAuthenticatorTests {
  @Test(arguments: AuthenticationOutcome.allCases)
  func everyOutcomeIsToldOnce(outcome: AuthenticationOutcome) async throws {
    let (events, scripted) = (
      RecordedSecurityEvents(), ScriptedAuthenticator(.keyBound, outcomes: [outcome], enrolment: Data([7]))
    )
    let reported = ReportedAuthenticator(scripted, to: events)
    #expect(await reported.authenticate(.unlocking) == outcome)
    #expect(await reported.enrolmentState() == Data([7]))
    #expect(reported.kind == .keyBound)
    let event = try #require(events.events.first)
    #expect(events.events.count == 1)
    #expect(event.name == (outcome.admits ? "device.person.admitted" : "device.person.refused"))
    #expect((event.severity == .information) == outcome.admits)
    #expect(event.attributes["key-bound"] == .flag(true))
    #expect(!"\(event)".contains(AuthenticationRequest.unlocking.reason.english))
  }

  @Test func outcomesAreToldApart() async {
    let events = RecordedSecurityEvents()
    let outcomes = AuthenticationOutcome.allCases
    let reported = ReportedAuthenticator(ScriptedAuthenticator(outcomes: outcomes), to: events)
    for _ in outcomes { _ = await reported.authenticate(.unlocking) }
    #expect(Set(events.events.map { $0.attributes["outcome"] }).count == outcomes.count)
  }
}
