import Dispatch
import OmamoriCore

/// Brings sealed batches to the disk in the order in which they were sealed, while the next one is being sealed; a batch
/// is answered when it is durable.
///
/// The thread that brings a batch while nothing is being flushed does so itself, and goes on while there are others.
///
/// After an error nothing more is written: what was sealed after the lost bytes would not follow from what is there.
/// Safe to use from any thread; batches come from one.
final class FlushLane: Sendable {
  /// What was sealed together.
  struct Batch: Sendable {
    let file: any LogFile
    var bytes: [UInt8]
    /// The events in it, in plain form.
    let records: [PlainRecord]
    let answers: [Answer]
    /// The number of durable entries with it.
    let end: UInt64
  }

  /// What a waiter hears about some of its events.
  struct Answer: Sendable {
    let waiter: AppendWaiter
    var count: Int
    var result: AppendWaiter.Answer

    /// Adds what became of one more event; those of one waiter stand together.
    static func add(_ result: AppendWaiter.Answer, for waiter: AppendWaiter, to answers: inout [Answer]) {
      if let last = answers.indices.last, answers[last].waiter === waiter {
        answers[last].count += 1
        answers[last].result = answers[last].result.combined(with: result)
      } else {
        answers.append(Answer(waiter: waiter, count: 1, result: result))
      }
    }
  }

  private struct State {
    var waiting: [Batch] = []
    var isBusy = false
    var failure: AuditLogError?
    var isAwaited = false
    /// The memory of a batch that is on the disk.
    var spare: [UInt8] = []
  }

  /// The largest memory that is kept for the next batch.
  private static let largestSpare = 4 << 20

  private let state = Protected(State())
  private let idle = DispatchSemaphore(value: 0)
  private let setting: LogWriter.Setting

  /// Makes a lane without batches.
  init(_ setting: LogWriter.Setting) { self.setting = setting }

  /// Takes a batch over.
  ///
  /// - Returns: Memory for the next one, and whether the caller has to call ``run()``, since nobody else does.
  func take(_ batch: Batch) -> (spare: [UInt8], isIdle: Bool) {
    setting.door.flushBegins()
    return state.withLock { state in
      state.waiting.append(batch)
      defer { (state.isBusy, state.spare) = (true, []) }
      return (state.spare, !state.isBusy)
    }
  }

  /// Waits until everything that was taken over is on the disk.
  ///
  /// - Throws: Why it is not.
  func settle() throws(AuditLogError) {
    let waits = state.withLock { state in
      state.isAwaited = state.isBusy
      return state.isAwaited
    }
    if waits { idle.wait() }
    if let failure = state.current.failure { throw failure }
  }

  /// Brings what waits to the disk, and what comes meanwhile.
  func run() {
    while var batch = next() {
      do throws(AuditLogError) {
        if let failure = state.current.failure { throw failure }
        if !batch.bytes.isEmpty {
          try batch.file.append(batch.bytes)
          try batch.file.synchronize()
        }
        setting.publish(batch.records, end: batch.end)
        for answer in batch.answers { answer.waiter.answer(answer.result, count: answer.count) }
      } catch {
        state.withLock { $0.failure = error }
        setting.poison(error)
        for answer in batch.answers { answer.waiter.answer(.failure(error), count: answer.count) }
      }
      giveBack(&batch.bytes)
    }
  }

  private func next() -> Batch? {
    let (batch, isAwaited) = state.withLock { state -> (Batch?, Bool) in
      guard state.waiting.isEmpty else { return (state.waiting.removeFirst(), false) }
      defer { (state.isBusy, state.isAwaited) = (false, false) }
      return (nil, state.isAwaited)
    }
    if isAwaited { idle.signal() }
    return batch
  }

  private func giveBack(_ bytes: inout [UInt8]) {
    if bytes.capacity > Self.largestSpare { bytes = [] }
    bytes.removeAll(keepingCapacity: true)
    let spare = bytes
    bytes = []
    state.withLock { $0.spare = spare }
    setting.door.flushEnds()
  }
}
