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
    #expect([0, 0, 1].elementsEqual((0..<3).map { _ in limiter.take(2, now: 3000) }))
    // A clock that was set back gives nothing.
    #expect(limiter.take(1, now: -1_000_000) > 0)
    #expect(limiter.take(1, now: 100_000_000) == 0)
  }

  /// However many come one after another and take all they can get, the next one gets something.
  @Test func sharesLeaveRoom() {
    let room: Int64 = 2 << 30
    #expect(StoreRoom.share(of: room, free: room) == 256 << 20)
    var free = room
    for count in 1...10_000 {
      free -= StoreRoom.share(of: room, free: free)
      let left = Double(free) / Double(room)
      #expect(left > 0.9 / (1 + Double(count) / 4).squareRoot())
    }
    #expect(StoreRoom.share(of: room, free: free) > 1000)
    for wrong in [(0, 0), (0, 5), (-3, 2), (5, -2)] as [(Int64, Int64)] {
      #expect(StoreRoom.share(of: wrong.0, free: wrong.1) == 0)
    }
    #expect(StoreRoom.share(of: 80, free: .max) == 10)
  }

  @Test func manyKeysTakeBoundedMemory() {
    var limiter = RateLimiter<Int>(capacity: 1, perHour: 3600, greatestCount: 10)
    for key in 0..<10 { #expect(limiter.take(key, now: 0) == 0) }
    #expect(limiter.take(10, now: 0) > 0)
    #expect(limiter.take(10, now: 1000) == 0)
  }

  @Test func noncesAreTakenOnceWhateverIsForgotten() {
    var memory = NonceMemory(limit: 3)
    #expect(memory.admit([1], at: 100, of: 1) == .new && memory.admit([1], at: 100, of: 1) == .replayed)
    #expect(memory.admit([1], at: 100, of: 2) == .new)
    #expect(memory.admit([2], at: 103, of: 1) == .new && memory.admit([3], at: 102, of: 1) == .new)
    // The one of 100 is forgotten; whatever is not newer is refused.
    #expect(memory.admit([4], at: 104, of: 1) == .new && memory.admit([1], at: 100, of: 1) == .late)
    #expect(memory.admit([2], at: 103, of: 1) == .replayed)
    // A late one that is taken is not remembered, and is refused by its time.
    #expect(memory.admit([5], at: 101, of: 1) == .new && memory.admit([5], at: 101, of: 1) == .late)
    #expect(memory.admit([3], at: 102, of: 1) == .replayed)
    #expect(memory.admit([2], at: 100, of: 2) == .new)
  }

  /// Whatever order requests come in and however often, none is taken twice.
  @Test func noRequestIsTakenTwice() {
    var generator = SystemRandomNumberGenerator()
    var memory = NonceMemory(limit: 8)
    var taken: Set<UInt8> = []
    for _ in 0..<5000 {
      let number = UInt8.random(in: 0...255, using: &generator)
      guard memory.admit([number], at: Int64(number / 4), of: 1) == .new else { continue }
      #expect(taken.insert(number).inserted)
    }
    #expect(!taken.isEmpty)
  }
}
