import OmamoriCore

/// Lets a bounded number of slow calculations run at once, within a bounded amount of memory.
///
/// A hundred logins at the same moment would otherwise take a hundred times 64 MiB. Calculations run on threads of their
/// own, in the order in which they came; the others wait as suspended tasks, and when too many wait the newest is
/// refused at once. A calculation that by itself needs more than the memory of the gate waits until nothing runs, and runs
/// alone: the most memory at once is that of the gate or of the largest calculation, whichever is more
/// (``PasswordCostLimits/memory``).
/// Safe to use from any thread.
public final class PasswordGate: Sendable {
  /// A gate for the whole process: as many calculations as there are processor cores, 256 MiB, 1024 waiting.
  public static let shared = PasswordGate()

  /// How many calculations may run at once.
  public let concurrency: Int
  /// The memory that they may take together, in KiB; one that needs more runs alone.
  public let memory: Int
  /// How many tasks may wait.
  public let waitingLimit: Int
  private let state = Protected(State())

  /// Makes a gate.
  ///
  /// - Parameters:
  ///   - concurrency: How many calculations may run at once, at least 1; `nil` for the number of processor cores.
  ///   - memory: The memory that they may take together, in KiB; one that needs more runs alone.
  ///   - waitingLimit: How many tasks may wait before new ones are refused.
  public init(concurrency: Int? = nil, memory: Int = 256 << 10, waitingLimit: Int = 1024) {
    self.concurrency = max(1, concurrency ?? ProcessInfo.processInfo.activeProcessorCount)
    self.memory = max(0, memory)
    self.waitingLimit = max(0, waitingLimit)
  }

  /// How many calculations run and how many tasks wait for one at this moment.
  public var load: (running: Int, waiting: Int) {
    state.withLock { ($0.running, $0.waiting.count) }
  }

  /// Runs `work` on a thread of its own as soon as it fits.
  ///
  /// - Parameters:
  ///   - memory: What the calculation takes, in KiB.
  ///   - work: The calculation; once begun it goes on to its end.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws; `CryptoError.cancelled` when the task was cancelled while it waited;
  ///   `CryptoError.overloaded` when too many wait.
  func run<Value: Sendable>(
    memory: Int,
    _ work: @escaping @Sendable () throws(CryptoError) -> Value
  ) async throws(CryptoError) -> Value {
    try await enter(memory)
    defer { leave(memory) }
    return try await OwnThread.run(work)
  }

  private enum Entry: Sendable { case admitted, cancelled, refused }

  private struct Waiter: Sendable {
    let ticket: UInt64
    let memory: Int
    let continuation: CheckedContinuation<Entry, Never>
  }

  private struct State: Sendable {
    var running = 0
    var memory = 0
    var tickets: UInt64 = 0
    var waiting: [Waiter] = []

    /// Takes a place when there is one.
    mutating func admits(_ memory: Int, by gate: PasswordGate) -> Bool {
      guard running < gate.concurrency else { return false }
      guard running == 0 || memory <= gate.memory - self.memory else { return false }
      running += 1
      self.memory += memory
      return true
    }
  }

  private func enter(_ memory: Int) async throws(CryptoError) {
    let ticket = state.withLock { state in
      state.tickets += 1
      return state.tickets
    }
    let entry = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let entry: Entry? = state.withLock { state in
          guard !Task.isCancelled else { return .cancelled }
          if state.waiting.isEmpty, state.admits(memory, by: self) { return .admitted }
          guard state.waiting.count < waitingLimit else { return .refused }
          state.waiting.append(Waiter(ticket: ticket, memory: memory, continuation: continuation))
          return nil
        }
        if let entry { continuation.resume(returning: entry) }
      }
    } onCancel: {
      let waiter: Waiter? = state.withLock { state in
        let place = state.waiting.firstIndex { $0.ticket == ticket }
        return place.map { state.waiting.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: .cancelled)
      admitWaiting()
    }
    switch entry {
    case .admitted: return
    case .cancelled: throw .cancelled
    case .refused: throw .overloaded
    }
  }

  private func leave(_ memory: Int) {
    state.withLock { state in
      state.running -= 1
      state.memory -= memory
    }
    admitWaiting()
  }

  private func admitWaiting() {
    let admitted: [Waiter] = state.withLock { state in
      var admitted: [Waiter] = []
      while let first = state.waiting.first, state.admits(first.memory, by: self) {
        admitted.append(state.waiting.removeFirst())
      }
      return admitted
    }
    for waiter in admitted { waiter.continuation.resume(returning: .admitted) }
  }
}
