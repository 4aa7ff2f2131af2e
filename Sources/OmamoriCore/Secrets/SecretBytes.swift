/// Secret bytes with one owner, in locked memory, wiped when the owner is gone.
///
/// The bytes live outside the heap between guard pages, are kept out of swap (see ``isLocked``), out of core dumps and
/// out of forked children, and are overwritten when the value ends. Since the type is not copyable it cannot be
/// printed, interpolated, encoded, compared with `==` or put into a collection: each of these does not compile. Use
/// ``copy()`` for a second owner and ``SharedSecretBytes`` for many.
///
/// Safe to send to and to read from several threads. The process ends when a secret made before `fork` is read in the
/// child, since the child has zeros in its place.
@safe
public struct SecretBytes: ~Copyable, Sendable {
  /// The number of bytes.
  public let count: Int
  let slot: SecretSlot

  /// Makes a secret that a closure writes; the bytes are zero at first.
  ///
  /// - Parameters:
  ///   - count: The number of bytes; a negative one counts as 0.
  ///   - body: Writes the bytes. If it throws, what it wrote is wiped.
  /// - Throws: What `body` throws.
  public init<Failure: Error>(
    count: Int,
    initializingWith body: (inout MutableRawSpan) throws(Failure) -> Void
  ) throws(Failure) {
    let count = max(count, 0)
    let slot = SecretArena.shared.take(count)
    do throws(Failure) {
      // because the slot has room for count bytes and belongs to this value alone
      var bytes = unsafe UnsafeMutableRawBufferPointer(start: slot.base, count: count).mutableBytes
      try body(&bytes)
    } catch {
      SecretArena.shared.giveBack(slot, used: count)
      throw error
    }
    (self.count, self.slot) = (count, slot)
  }

  /// Makes a secret with the same bytes as `source`, which stays as it is.
  public init(copying source: RawSpan) {
    self.init(count: source.byteCount) { destination in
      // because both buffers stay inside the closures
      unsafe destination.withUnsafeMutableBytes { target in
        // because both have the same number of bytes
        unsafe source.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
      }
    }
  }

  /// Makes a secret with the same bytes as `source`; the array keeps its own copy, which nobody wipes.
  public init(copying source: [UInt8]) {
    unsafe self.init(copying: source.byteSpan.bytes)  // because UInt8 has no padding
  }

  /// Makes a secret with the same bytes as `source`; the data keeps its own copy, which nobody wipes.
  public init(copying source: Data) {
    unsafe self.init(copying: source.span.bytes)  // because UInt8 has no padding
  }

  /// Makes a secret of random bytes.
  ///
  /// - Parameters:
  ///   - count: The number of bytes; a negative one counts as 0.
  ///   - randomness: The source, the operating system's unless a test says otherwise.
  /// - Throws: ``CoreError/randomnessUnavailable(code:)``.
  public init(randomCount count: Int, from randomness: some Randomness = SystemRandomness()) throws(CoreError)
  {
    try self.init(count: count) { bytes throws(CoreError) in try randomness.fill(&bytes) }
  }

  deinit { SecretArena.shared.giveBack(slot, used: count) }

  /// Whether there are no bytes.
  public var isEmpty: Bool { count == 0 }

  /// Whether the bytes are kept out of swap; `false` when the limit for locked memory is reached.
  public var isLocked: Bool { slot.isLocked }

  /// Whether the bytes lie in the memory of the process's ``SecretBacking``.
  package var isHidden: Bool { slot.isHidden }

  /// The bytes, readable as long as the secret is borrowed.
  public var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      slot.check()
      // because the slot holds count bytes
      let span = unsafe UnsafeRawBufferPointer(start: slot.base, count: count).bytes
      // because the slot stays as it is until this value ends, which a borrow cannot outlive
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Calls `body` with the bytes.
  ///
  /// - Parameter body: Reads the bytes; they cannot leave it except by copying.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public borrowing func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(bytes)
  }

  /// Calls `body` with the bytes to change them in place.
  ///
  /// - Parameter body: Reads and writes the bytes.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public mutating func withMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (inout MutableRawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    slot.check()
    // because the slot holds count bytes and the exclusive access to self covers them
    var span = unsafe UnsafeMutableRawBufferPointer(start: slot.base, count: count).mutableBytes
    return try body(&span)
  }

  /// A second secret with the same bytes.
  public borrowing func copy() -> SecretBytes { SecretBytes(copying: bytes) }

  /// Says whether both have the same bytes, in a time that depends on their lengths only.
  public borrowing func isEqual(to other: borrowing SecretBytes) -> Bool {
    ConstantTime.equal(bytes, other.bytes)
  }

  /// Says whether the bytes are those of `other`, in a time that depends on the lengths only.
  public borrowing func isEqual(to other: RawSpan) -> Bool { ConstantTime.equal(bytes, other) }
}
