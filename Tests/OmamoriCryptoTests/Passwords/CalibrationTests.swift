import OmamoriCore
import Testing

@testable import OmamoriCrypto

@Suite struct CalibrationTests {
  /// A machine that takes the same time for every KiB and pass.
  private func measure(perMebibyteAndPass time: Duration) -> (Argon2Cost) -> Duration {
    { cost in time * (cost.memory / 1024) * cost.passes }
  }

  @Test func takesTheMemoryAndThenPasses() throws {
    let cost = try PasswordHasher.calibrated(
      for: .milliseconds(640), memoryLimit: 64 << 10, lanes: 2,
      measure: measure(perMebibyteAndPass: .milliseconds(1)))
    #expect(cost == .argon2id(memory: 64 << 10, passes: 10, lanes: 2))
  }

  @Test func takesLessMemoryOnASlowMachine() throws {
    let cost = try PasswordHasher.calibrated(
      for: .milliseconds(640), memoryLimit: 1 << 20, lanes: 1,
      measure: measure(perMebibyteAndPass: .milliseconds(1)))
    #expect(cost == .argon2id(memory: 256 << 10, passes: 2, lanes: 1))
  }

  @Test func neverGoesBelowTheLeastCost() throws {
    let cost = try PasswordHasher.calibrated(
      for: .milliseconds(1), memoryLimit: 1 << 20, lanes: 1, measure: measure(perMebibyteAndPass: .seconds(1))
    )
    #expect(cost == .least)
    _ = try PasswordHasher(cost: cost)
  }

  @Test func neverAsksForMoreThanIsReadAgain() throws {
    let cost = try PasswordHasher.calibrated(
      for: .seconds(3600), memoryLimit: 1 << 20, lanes: 16, measure: { _ in .zero })
    #expect(cost == .argon2id(memory: 1 << 20, passes: 16, lanes: 16))
    _ = try PasswordHasher(cost: cost)
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .zero])
  func takesEveryTarget(_ target: Duration) throws {
    let cost = try PasswordHasher.calibrated(
      for: target, memoryLimit: 19 << 10, lanes: 1, measure: { _ in .zero })
    #expect(cost == .argon2id(memory: 19 << 10, passes: target > .zero ? 16 : 2, lanes: 1))
  }

  @Test func measuresThisMachine() async throws {
    let cost = try await PasswordHasher.calibrated(for: .milliseconds(20), memoryLimit: 19 << 10)
    let hasher = try PasswordHasher(cost: cost)
    let stored = try await hasher.hash(Password("pass"))
    #expect(try await hasher.verify(Password("pass"), against: stored) == .matches(needsRehash: false))
  }

  @Test(arguments: [0, 18 << 10, 1 << 21, .max])
  func refusesMemoryOutOfRange(_ memory: Int) {
    #expect(throws: CryptoError.outOfRange(lower: 19 << 10, upper: 1 << 20)) {
      try PasswordHasher.calibrated(for: .seconds(1), memoryLimit: memory, lanes: 1, measure: { _ in .zero })
    }
  }
}
