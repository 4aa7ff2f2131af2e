import Foundation
import OmamoriAuditLog
import OmamoriCore
import RecordBaseline

/// Verifies a log of records of 512 bytes in turns with a loop in C that opens and hashes as many.
///
/// Usage: VerifyBenchmark FOLDER. Prints records a second of processor time.
@main
struct VerifyBenchmark {
  private static let records = 200_000
  private static let size = 512
  private static let rounds = 5

  static func main() throws {
    let path = (CommandLine.arguments.dropFirst().first ?? "/tmp") + "/auditverify-\(getpid())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (identity, auditor) = (try LogIdentity(), try AuditorIdentity())
    let folder = LogFolder(path: path)
    let start = record_processor_time()
    let anchor = try write(folder, identity, auditor)
    print("seal", Double(records) / (record_processor_time() - start))
    let verifiers = [
      ("verify", try LogVerifier(key: identity.key, auditor: auditor, anchors: [anchor])),
      ("public", try LogVerifier(key: identity.key, anchors: [anchor])),
    ]
    var best: [String: Double] = [:]
    for _ in 0..<rounds {
      for (name, verifier) in verifiers {
        let start = record_processor_time()
        let found = try verifier.verify(folder)
        let rate = Double(records) / (record_processor_time() - start)
        guard found.verdict == .complete, found.events == records else { throw WrongAnswer() }
        best[name] = max(best[name] ?? 0, rate)
      }
      best["C"] = max(best["C"] ?? 0, Double(records) / record_baseline(size, records))
    }
    for (name, rate) in best.sorted(by: { $0.key < $1.key }) { print(name, rate) }
  }

  /// The verifier did not find the log complete.
  struct WrongAnswer: Error {}

  private static func write(
    _ folder: LogFolder, _ identity: LogIdentity, _ auditor: AuditorIdentity
  ) throws -> Checkpoint {
    let payload = [UInt8](repeating: 7, count: size)
    let date = Date()
    var position = LogPosition.beginning
    var anchor: Checkpoint?
    for _ in 0..<4 {
      var sealer = try FrameSealer(beginningAt: position, on: date, for: [auditor.key], signedBy: identity)
      var bytes = sealer.header.encoded
      for number in 1...records / 4 {
        bytes += try sealer.seal(.event, payload, on: date)
        if number % 1000 == 0 { bytes += try sealer.sealCheckpoint(on: date).bytes }
      }
      let (frame, checkpoint) = try sealer.sealClose(on: date)
      try Data(bytes + frame).write(to: URL(fileURLWithPath: folder.path(ofSegment: position.segment)))
      (position, anchor) = (sealer.position, checkpoint)
    }
    guard let anchor else { throw WrongAnswer() }
    return anchor
  }
}
