#if !canImport(Darwin)
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
#endif
