#if !canImport(Darwin)
import Glibc
import OmamoriSystem
import Testing

@Suite struct BrokenPipeTests {
  /// Ends the whole test run when the threads do not block the signal.
  @Test func aThreadOfOursSurvivesWhatNobodyReads() async {
    let code: Int32 = await withCheckedContinuation { continuation in
      let isStarted = OwnThread.start {
        var ends: [Int32] = [0, 0]
        // because the array has room for the two descriptors
        guard unsafe pipe(&ends) == 0 else { return continuation.resume(returning: -1) }
        close(ends[0])
        // because the one byte outlives the call
        let written = unsafe write(ends[1], [UInt8(0)], 1)
        let reason = written < 0 ? errno : 0
        close(ends[1])
        continuation.resume(returning: reason)
      }
      if !isStarted { continuation.resume(returning: -1) }
    }
    #expect(code == EPIPE)
  }
}
#endif
