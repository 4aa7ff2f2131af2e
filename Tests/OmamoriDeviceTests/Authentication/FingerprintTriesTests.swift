import OmamoriCore
import Testing

@testable import OmamoriDevice
@testable import OmamoriDeviceLinux

/// The decisions about fprintd's results, without fprintd.
struct FingerprintTriesTests {
  @Test func decisions() {
    var tries = FingerprintTries(2)
    #expect(tries.handle("verify-retry-scan", isDone: false) == .wait(.again))
    #expect(tries.handle("verify-retry-scan", isDone: true) == .restart(.again))
    #expect(tries.handle("verify-something-new", isDone: false) == .wait(nil))
    #expect(tries.handle("verify-no-match", isDone: true) == .restart(.noMatch))
    #expect(tries.handle("verify-no-match", isDone: true) == .end(.failed))
    for fault in ["verify-disconnected", "verify-unknown-error", "verify-something-new", ""] {
      #expect(tries.handle(fault, isDone: true) == .end(.notAvailable))
    }
    #expect(tries.handle("verify-match", isDone: true) == .end(.success))
  }

  @Test func aFaultyReaderEnds() {
    var tries = FingerprintTries(1)
    let steps = (0..<200).map { _ in tries.handle("verify-remove-and-retry", isDone: false) }
    #expect(steps.contains(.end(.notAvailable)))
  }

  @Test(arguments: FingerprintProgress.allCases)
  func texts(progress: FingerprintProgress) {
    #expect(progress.text.english != progress.text.japanese)
  }
}
