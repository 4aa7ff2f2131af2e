/// A place in the arena for one secret, followed by a canary of eight bytes.
///
/// The canary is wrong after a write beyond the slot and zero in a forked child, where the pages read as zeros.
@safe
// because the one SecretBytes that owns the slot guards the memory behind it
struct SecretSlot: @unchecked Sendable {
  /// Bytes after the payload: the canary, and padding to keep slots aligned to 16 bytes.
  static let trailer = 16
  /// The class of slots that have pages of their own.
  static let ownPages = -1

  let base: UnsafeMutableRawPointer
  /// The number of bytes before the canary, a multiple of 16.
  let capacity: Int
  /// The index of the size class, or `ownPages`.
  let sizeClass: Int
  let isLocked: Bool
  /// Whether the memory comes from the process's ``SecretBacking``.
  let isHidden: Bool

  /// Differs for each process and slot and is never zero.
  private var expectedCanary: UInt64 {
    // because only the number is used
    let address = UInt64(UInt(bitPattern: unsafe base))
    return (Self.canarySeed ^ address) | 1
  }

  private static let canarySeed = UInt64.random(in: .min ... .max)

  var canary: UInt64 {
    // because the trailer belongs to the slot
    get { unsafe base.load(fromByteOffset: capacity, as: UInt64.self) }
    // because the same holds here
    nonmutating set { unsafe base.storeBytes(of: newValue, toByteOffset: capacity, as: UInt64.self) }
  }

  func arm() { canary = expectedCanary }

  /// Ends the process when the secret is not there any more.
  @inline(__always)
  func check() {
    // because going on would use zeros (in a forked child) or overwritten bytes as a key
    precondition(canary == expectedCanary, "a secret was used in a forked child or overrun by a write")
  }

  /// Wipes the first `used` bytes and the canary.
  func wipe(used: Int) {
    let found = canary
    // because a wrong canary means that memory was corrupted; zero means a forked child, where nothing is left to wipe
    precondition(found == expectedCanary || found == 0, "a secret was overrun by a write")
    // because used is at most capacity
    unsafe MemoryPages.wipe(base, used)
    canary = 0
  }
}
