import Foundation
import OmamoriCore
import OmamoriDevice
import RawScan

/// Times checks of this process beside a C program's, in turn; the median of each, in microseconds of the clock.
@main
struct DeviceBenchmark {
  static func main() throws {
    let checker = IntegrityChecker()
    let full = Rounds(count: 60) {
      _ = checker.checkBlocking()
    } beside: {
      _ = raw_scan()
    }
    print("full \(full)")
    print("all \(Rounds(count: 12) { _ = checker.checkBlocking() } beside: { _ = raw_scan_of_all_bytes() })")
    let tracer = IntegrityChecker(probes: [TracerProbe()])
    print("tracer \(Rounds(count: 4000) { _ = tracer.checkCheaplyBlocking() } beside: { _ = raw_tracer() })")
    print("code \(raw_code_size() / 1024) KiB")
    let report = checker.checkBlocking()
    print("threats \(report.threats(atLeast: .medium).count), unanswered \(report.unanswered.count)")
  }
}

/// Two works done in turn.
struct Rounds: CustomStringConvertible {
  private var own: [Double] = []
  private var other: [Double] = []

  init(count: Int, _ work: () -> Void, beside peer: () -> Void) {
    for round in 0..<(count + 3) {
      let (mine, theirs) = (Self.microseconds(work), Self.microseconds(peer))
      // The first rounds bring files into memory.
      guard round >= 3 else { continue }
      own.append(mine)
      other.append(theirs)
    }
  }

  private static func microseconds(_ work: () -> Void) -> Double {
    let (seconds, attoseconds) = ContinuousClock().measure(work).components
    return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
  }

  private func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  var description: String {
    let (mine, theirs) = (median(own), median(other))
    return
      "\((mine * 10).rounded() / 10) us beside \((theirs * 10).rounded() / 10) us \((mine / theirs * 100).rounded() / 100)"
  }
}
