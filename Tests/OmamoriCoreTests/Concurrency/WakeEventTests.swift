#if os(Linux)
import OmamoriSystem
import Testing

@Suite struct WakeEventTests {
  private enum Failure: SystemCodeError { case system(code: Int32) }

  @Test func staysUntilItIsCleared() throws {
    let event = try #require(WakeEvent())
    #expect(!event.hasHappened)
    event.signal()
    event.signal()
    #expect(event.hasHappened && event.hasHappened)
    event.clear()
    #expect(!event.hasHappened)
  }

  @Test func happensWhenTheTaskThatWaitsIsCancelled() async throws {
    let event = try #require(WakeEvent())
    let task = Task { try await OwnThread.run(endedBy: event) { () throws(Failure) in event.hasHappened } }
    task.cancel()
    _ = try await task.value
    #expect(event.hasHappened)
  }
}
#endif
