import OmamoriCore
import Testing

@testable import OmamoriCrypto

struct SlowThreadTests {
  private final class Held: Sendable {}

  /// What `work` holds beside the object that it was given.
  private static func run(holding object: consuming Held) async throws {
    let object = object
    try await SlowThread.run { () throws(CryptoError) in withExtendedLifetime(object) {} }
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
}
