import OmamoriSystem
import Testing

@Suite struct OwnThreadTests {
  private enum Failure: SystemCodeError, Equatable {
    case system(code: Int32)
    case ofTheWork
  }

  private final class Held: Sendable {}

  /// What `work` holds beside the object that it was given.
  private static func run(holding object: consuming Held) async throws {
    let object = object
    try await OwnThread.run { () throws(Failure) in withExtendedLifetime(object) {} }
  }

  @Test func hasReleasedWhatTheWorkHoldsWhenItIsDone() async throws {
    for _ in 0..<2_000 {
      weak var object: Held?
      do {
        let held = Held()
        object = held
        try await Self.run(holding: held)
      }
      #expect(object == nil)
    }
  }

  @Test func handsOnWhatTheWorkThrows() async {
    await #expect(throws: Failure.ofTheWork) {
      try await OwnThread.run { () throws(Failure) in throw .ofTheWork }
    }
  }
}
