import Dispatch
import OmamoriCore
import OmamoriCrypto

/// Brings sealed batches to the disk on a thread of its own, in the order in which they were sealed, while the next one
/// is being sealed; a batch is answered when it is durable.
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
  }

  private struct State {
    var waiting: [Batch] = []
    var isAsleep = false
    var isBusy = false
    var isOver = false
    var failure: AuditLogError?
    var isAwaited = false
    /// The memory of a batch that is on the disk.
    var spare: [UInt8] = []
  }

  /// The largest memory that is kept for the next batch.
  private static let largestSpare = 4 << 20

  private let state = Protected(State())
  private let bell = DispatchSemaphore(value: 0)
  private let idle = DispatchSemaphore(value: 0)
  private let setting: LogWriter.Setting

  /// Begins the thread.
  ///
  /// - Throws: ``AuditLogError/cryptography(_:)`` when there is none to be had.
  init(_ setting: LogWriter.Setting) throws(AuditLogError) {
    self.setting = setting
    guard SlowThread.start({ self.run() }) else { throw .cryptography(.outOfMemory) }
  }

  /// Takes a batch over.
  ///
  /// - Returns: Memory for the next one.
  func take(_ batch: Batch) -> [UInt8] {
    setting.door.flushBegins()
    let (wakes, spare) = state.withLock { state in
      state.waiting.append(batch)
      defer { (state.isAsleep, state.spare) = (false, []) }
      return (state.isAsleep, state.spare)
    }
    if wakes { bell.signal() }
    return spare
  }

  /// Waits until everything that was taken over is on the disk.
  ///
  /// - Throws: Why it is not.
  func settle() throws(AuditLogError) {
    let waits = state.withLock { state in
      state.isAwaited = state.isBusy || !state.waiting.isEmpty
      return state.isAwaited
    }
    if waits { idle.wait() }
    if let failure = state.current.failure { throw failure }
  }

  /// Ends the thread after what was taken over.
  func finish() {
    let wakes = state.withLock { state in
      state.isOver = true
      defer { state.isAsleep = false }
      return state.isAsleep
    }
    if wakes { bell.signal() }
  }

  // MARK: - The thread

  private func run() {
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
    while true {
      let (batch, isOver) = state.withLock { state -> (Batch?, Bool) in
        guard state.waiting.isEmpty else {
          state.isBusy = true
          return (state.waiting.removeFirst(), false)
        }
        state.isAsleep = !state.isOver
        return (nil, state.isOver)
      }
      if batch != nil || isOver { return batch }
      bell.wait()
    }
  }

  private func giveBack(_ bytes: inout [UInt8]) {
    if bytes.capacity > Self.largestSpare { bytes = [] }
    bytes.removeAll(keepingCapacity: true)
    let spare = bytes
    bytes = []
    let isAwaited = state.withLock { state in
      (state.isBusy, state.spare) = (false, spare)
      guard state.isAwaited, state.waiting.isEmpty else { return false }
      state.isAwaited = false
      return true
    }
    if isAwaited { idle.signal() }
    setting.door.flushEnds()
  }
}
