import CTPM
package import OmamoriCore

/// A TPM 2.0, asked on a thread of its own.
///
/// Requests are answered one after the other in the order they came. One that takes too long, or whose task is
/// cancelled, ends for the caller at once; the thread cannot be taken back from a TPM that hangs, so it stays behind,
/// and until it is free again every further request fails with ``TPMAbsence/noAnswer``. Safe to use from any thread.
package final class TPM: Sendable {
  /// The TPM without the thread.
  package let device: TPMDevice
  private let queue: TPMQueue

  /// Names a TPM; it is not asked for anything yet.
  ///
  /// - Parameters:
  ///   - device: The TPM.
  ///   - timeout: How long a request may take, waiting for others included.
  package init(_ device: TPMDevice, timeout: Duration = .seconds(30)) {
    self.device = device
    queue = TPMQueue(timeout: timeout)
  }

  /// Makes a request and has the calling thread wait for it, no longer than the timeout.
  ///
  /// For callers that are not in a task; it blocks the thread, so never call it from one.
  ///
  /// - Parameter work: The request.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws, and ``TPMError/unavailable(_:)``.
  package func wait<Value: Sendable>(
    for work: @escaping @Sendable (TPMDevice) throws(TPMError) -> Value
  ) throws(TPMError) -> Value {
    let device = device
    return try queue.wait { () throws(TPMError) in try work(device) }
  }

  /// Seals a secret; see ``TPMDevice/seal(_:pin:registers:)``.
  ///
  /// - Throws: ``TPMError``.
  package func seal(
    _ secret: borrowing SecretBytes,
    pin: SharedSecretBytes? = nil,
    registers: PlatformRegisters = []
  ) async throws(TPMError) -> SealedObject {
    let (device, secret) = (device, SharedSecretBytes(secret.copy()))
    return try await queue.run { () throws(TPMError) in
      try device.seal(secret, pin: pin, registers: registers)
    }
  }

  /// Opens a sealed object; see ``TPMDevice/unseal(_:pin:)``.
  ///
  /// - Throws: ``TPMError``.
  package func unseal(
    _ object: SealedObject,
    pin: SharedSecretBytes? = nil
  ) async throws(TPMError) -> SecretBytes {
    let device = device
    return try await queue.run { () throws(TPMError) in
      SharedSecretBytes(try device.unseal(object, pin: pin))
    }.copy()
  }

  /// Random bytes from the TPM's own source.
  ///
  /// - Parameter count: 1 to 1024.
  /// - Returns: The bytes.
  /// - Throws: ``TPMError``.
  package func random(_ count: Int) async throws(TPMError) -> SecretBytes {
    let device = device
    return try await queue.run { () throws(TPMError) in SharedSecretBytes(try device.random(count)) }.copy()
  }

  /// The state of the protection against guessing PINs.
  ///
  /// - Throws: ``TPMError``.
  package func lockout() async throws(TPMError) -> TPMLockout {
    let device = device
    return try await queue.run { () throws(TPMError) in try device.lockout() }
  }

  /// Creates a counter and gives its first value.
  ///
  /// - Throws: ``TPMError``.
  package func create(_ counter: TPMCounter) async throws(TPMError) -> UInt64 {
    let device = device
    return try await queue.run { () throws(TPMError) in try device.create(counter) }
  }

  /// Reads a counter.
  ///
  /// - Throws: ``TPMError``.
  package func read(_ counter: TPMCounter) async throws(TPMError) -> UInt64 {
    let device = device
    return try await queue.run { () throws(TPMError) in try device.read(counter) }
  }

  /// Adds one to a counter and gives its new value.
  ///
  /// - Throws: ``TPMError``. After ``TPMError/cancelled`` or a timeout it may have been counted all the same.
  package func increment(_ counter: TPMCounter) async throws(TPMError) -> UInt64 {
    let device = device
    return try await queue.run { () throws(TPMError) in try device.increment(counter) }
  }

  /// Removes a counter.
  ///
  /// - Throws: ``TPMError``.
  package func remove(_ counter: TPMCounter) async throws(TPMError) {
    let device = device
    try await queue.run { () throws(TPMError) in try device.remove(counter) }
  }
}

/// Why there is no TPM to use.
package enum TPMAbsence: Sendable, Hashable, CaseIterable {
  /// The TSS's libraries are missing.
  case library
  /// There is no TPM at the address, it may not be used, or the connection to it broke.
  case device
  /// It did not answer in time.
  case noAnswer
}

/// The answer to one request: given once, by whoever comes first, and awaited once.
final class TPMAnswer<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, TPMError>

  /// How far a request is.
  enum Progress {
    case waiting
    case running
    case answered
  }

  private struct State {
    var progress = Progress.waiting
    var outcome: Outcome?
    var continuation: CheckedContinuation<Outcome, Never>?
  }

  private let state = Protected(State())

  /// Says that the work begins; `false` when nobody waits for it any more.
  func begin() -> Bool {
    state.withLock { state in
      guard state.progress == .waiting else { return false }
      state.progress = .running
      return true
    }
  }

  /// Gives the answer unless there is one already; returns how far the request was before.
  func give(_ outcome: Outcome) -> Progress {
    let (before, continuation) = state.withLock { state in
      let before = state.progress
      guard before != .answered else { return (before, CheckedContinuation<Outcome, Never>?.none) }
      state.progress = .answered
      state.outcome = outcome
      return (before, state.continuation.take())
    }
    continuation?.resume(returning: outcome)
    return before
  }

  /// The answer, if it is there.
  var current: Outcome? { state.withLock { $0.outcome } }

  /// The answer, as soon as it is there.
  var value: Outcome {
    get async {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state in
          if state.outcome == nil { state.continuation = continuation }
          return state.outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    }
  }
}

/// The place of a counter in a TPM's memory that only goes up.
///
/// Even its owner cannot lower it: a counter that is removed and created again goes on above the highest value that
/// any counter of that TPM has had. Safe to share between threads.
package struct TPMCounter: Sendable {
  /// The indexes that the TCG leaves to owners.
  package static let indexes: ClosedRange<UInt32> = 0x0180_0000...0x01bf_ffff

  /// Where it is.
  package let index: UInt32
  let authorization: SharedSecretBytes

  /// Names a counter; the TPM is not asked for anything yet.
  ///
  /// - Parameters:
  ///   - index: One of ``indexes``.
  ///   - authorization: The key that counting and reading need, at most 32 bytes; 32 random ones are best, since wrong
  ///     ones do not lock anything. It also proves that an answer comes from the TPM.
  /// - Throws: ``TPMError/invalidIndex``, ``TPMError/invalidLength(limit:)``.
  package init(index: UInt32, authorization: SharedSecretBytes) throws(TPMError) {
    guard Self.indexes.contains(index) else { throw .invalidIndex }
    guard (1...TPMDevice.longestPIN).contains(authorization.count) else {
      throw .invalidLength(limit: TPMDevice.longestPIN)
    }
    (self.index, self.authorization) = (index, authorization)
  }
}

/// The state of a TPM's protection against guessing, which all of its users share.
package struct TPMLockout: Sendable, Hashable {
  /// Whether everything with a PIN is refused at the moment.
  package let isLocked: Bool
  /// The number of wrong PINs that still count.
  package let wrongTries: Int
  /// The number of wrong PINs from which on everything with a PIN is refused.
  package let limit: Int
  /// The seconds after which the TPM forgets one wrong PIN, or `nil` when it forgets none by itself.
  package let secondsPerTry: Int?

  init(_ state: omtpm_lockout) {
    isLocked = state.locked != 0
    wrongTries = Int(state.tries)
    limit = Int(state.max_tries)
    secondsPerTry = state.interval == 0 ? nil : Int(state.interval)
  }
}

/// A set of the TPM's platform configuration registers, which measure what a machine has started.
package struct PlatformRegisters: OptionSet, Sendable, Hashable {
  /// A bit for each of the registers 0 to 23, in the bank of SHA-256.
  package let rawValue: UInt32

  /// Makes a set from its bits; those above register 23 do not count.
  package init(rawValue: UInt32) { self.rawValue = rawValue & 0xff_ffff }

  /// The set with one register, or an empty one when there is none of that number.
  package static func register(_ number: Int) -> PlatformRegisters {
    PlatformRegisters(rawValue: (0..<24).contains(number) ? 1 << UInt32(number) : 0)
  }

  /// The keys and settings of UEFI Secure Boot; it changes rarely.
  package static let secureBoot = register(7)
}

/// A secret that only one TPM opens again.
///
/// The bytes are no secret. They say which registers have to be as they were and, in the clear, whether there is a PIN.
package struct SealedObject: Sendable, Hashable {
  /// The most bytes of a sealed object.
  package static let longest = Int(OMTPM_MAX_SEALED) + header
  /// The version of the layout: this byte, three bytes of registers, the storage key's name, TPM2B_PUBLIC, TPM2B_PRIVATE.
  static let version: UInt8 = 1
  private static let header = 4

  /// The encoded object.
  package let bytes: [UInt8]
  /// The registers that have to be as they were.
  package let registers: PlatformRegisters

  /// Reads an encoded object; its content is checked when it is opened.
  ///
  /// - Throws: ``TPMError/tampered`` when it cannot be one, ``TPMError/newerFormat(version:)``.
  package init(bytes: [UInt8]) throws(TPMError) {
    guard bytes.count > Self.header, bytes.count <= Self.longest, bytes[0] > 0 else { throw .tampered }
    guard bytes[0] == Self.version else { throw .newerFormat(version: Int(bytes[0])) }
    registers = PlatformRegisters(
      rawValue: UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8 | UInt32(bytes[3]))
    self.bytes = bytes
  }

  init(registers: PlatformRegisters, content: [UInt8]) {
    let mask = registers.rawValue
    bytes = [Self.version, UInt8(mask >> 16 & 0xff), UInt8(mask >> 8 & 0xff), UInt8(mask & 0xff)] + content
    self.registers = registers
  }

  /// What the C target reads and writes.
  var content: ArraySlice<UInt8> { bytes.dropFirst(Self.header) }
}
