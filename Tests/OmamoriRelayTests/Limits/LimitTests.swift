import Testing

@testable import OmamoriRelay

/// What is counted, and what is remembered.
@Suite("RelayLimits")
struct LimitTests {
  @Test func bucketsAreRefilled() {
    var limiter = RateLimiter<Int>(capacity: 2, perHour: 3600)
    #expect([0, 0, 1].elementsEqual((0..<3).map { _ in limiter.take(1, now: 0) }))
    #expect(limiter.take(2, now: 0) == 0)
    #expect(limiter.take(1, now: 999) > 0)
    #expect(limiter.take(1, now: 1000) == 0 && limiter.take(1, now: 1000) > 0)
    #expect(limiter.take(2, 2, now: 3000) == 0 && limiter.take(2, 2, now: 3000) == 2)
    // A clock that was set back gives nothing.
    #expect(limiter.take(1, now: -1_000_000) > 0)
    #expect(limiter.take(1, now: 100_000_000) == 0)
  }

  @Test func manyKeysTakeBoundedMemory() {
    var limiter = RateLimiter<Int>(capacity: 1, perHour: 3600, greatestCount: 10)
    for key in 0..<10 { #expect(limiter.take(key, now: 0) == 0) }
    #expect(limiter.take(10, now: 0) > 0)
    #expect(limiter.take(10, now: 1000) == 0)
  }

  @Test func noncesAreTakenOnceWhileTheyCouldBeSentAgain() {
    var memory = NonceMemory(limit: 3, period: 1000, now: 0)
    #expect(memory.admit([1], of: 1, now: 0) == .new && memory.admit([1], of: 1, now: 999) == .replayed)
    #expect(memory.admit([1], of: 2, now: 999) == .new)
    #expect(memory.admit([2], of: 1, now: 999) == .new && memory.admit([3], of: 1, now: 999) == .full)
    #expect(memory.admit([2], of: 1, now: 1999) == .replayed)
    #expect(memory.admit([2], of: 1, now: 3000) == .new)
  }
}
