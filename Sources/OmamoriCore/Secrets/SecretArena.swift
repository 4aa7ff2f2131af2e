import OmamoriSystem

/// Hands out slots of locked, guarded pages: many small ones a region, or pages of its own for a large secret.
///
/// Regions are kept for the next secrets once mapped. Safe to use from any thread.
final class SecretArena: Sendable {
  static let shared = SecretArena()

  /// The payload sizes that share regions; more than the last gets pages of its own.
  static let capacities = [32, 64, 128, 256, 512, 1024, 2048, 4096]
  private static let regionSize = 16 * 1024

  /// The free slots of one size class; hidden ones are handed out first, then locked ones.
  private struct Shelf {
    var hidden: [SecretSlot] = []
    var locked: [SecretSlot] = []
    var unlocked: [SecretSlot] = []

    mutating func takeOrdinary() -> SecretSlot? { locked.popLast() ?? unlocked.popLast() }

    mutating func put(_ slot: SecretSlot) {
      if slot.isHidden {
        hidden.append(slot)
      } else if slot.isLocked {
        locked.append(slot)
      } else {
        unlocked.append(slot)
      }
    }
  }

  private let shelves: StateMutex<[Shelf]>

  init() { shelves = StateMutex(Array(repeating: Shelf(), count: Self.capacities.count)) }

  /// A slot of zeros for at least `byteCount` bytes, with its canary armed.
  func take(_ byteCount: Int) -> SecretSlot {
    let slot: SecretSlot
    if let sizeClass = Self.sizeClass(for: byteCount) {
      slot = shelves.withLock { shelves in
        if let slot = shelves[sizeClass].hidden.popLast() { return slot }
        // Ordinary slots are not used again as long as there is memory of the process's own choice.
        if !SecretBacking.isInUse, let slot = shelves[sizeClass].takeOrdinary() { return slot }
        return Self.addRegion(to: &shelves[sizeClass], sizeClass)
      }
    } else {
      slot = Self.ownPages(byteCount)
    }
    slot.arm()
    return slot
  }

  /// Wipes the first `used` bytes of a slot and takes it back.
  func giveBack(_ slot: SecretSlot, used: Int) {
    slot.wipe(used: used)
    guard slot.sizeClass != SecretSlot.ownPages else {
      MemoryPages(of: slot).unmap()
      return
    }
    shelves.withLock { $0[slot.sizeClass].put(slot) }
  }

  private static func sizeClass(for byteCount: Int) -> Int? {
    guard byteCount > 32 else { return 0 }
    // 33…64 → 1, 65…128 → 2, and so on.
    let sizeClass = Int.bitWidth - (byteCount - 1).leadingZeroBitCount - 5
    return sizeClass < capacities.count ? sizeClass : nil
  }

  /// Maps a region, puts all of its slots but one on the shelf and returns that one.
  private static func addRegion(to shelf: inout Shelf, _ sizeClass: Int) -> SecretSlot {
    let pages = MemoryPages(atLeast: regionSize)
    if !pages.isHidden, let slot = shelf.takeOrdinary() {
      pages.unmap()
      return slot
    }
    let capacity = capacities[sizeClass]
    let stride = capacity + SecretSlot.trailer
    let slots = (0..<(pages.byteCount / stride)).map { index in
      // because the slot lies inside the region
      unsafe SecretSlot(
        base: pages.base + index * stride,
        capacity: capacity,
        sizeClass: sizeClass,
        isLocked: pages.isLocked,
        isHidden: pages.isHidden
      )
    }
    for slot in slots.dropFirst().reversed() { shelf.put(slot) }
    return slots[0]
  }

  private static func ownPages(_ byteCount: Int) -> SecretSlot {
    let pages = MemoryPages(atLeast: byteCount + SecretSlot.trailer)
    // because the pages are this slot's alone
    return unsafe SecretSlot(
      base: pages.base,
      capacity: pages.byteCount - SecretSlot.trailer,
      sizeClass: SecretSlot.ownPages,
      isLocked: pages.isLocked,
      isHidden: pages.isHidden
    )
  }
}

extension MemoryPages {
  /// The pages that a slot of class `ownPages` has for itself.
  fileprivate init(of slot: SecretSlot) {
    unsafe base = slot.base  // because the slot begins where its pages do
    byteCount = slot.capacity + SecretSlot.trailer
    isLocked = slot.isLocked
    isHidden = slot.isHidden
  }
}

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

/// Where the pages of new secrets come from, when a process wants other memory than ordinary one.
///
/// Safe to use from any thread.
package enum SecretBacking {
  /// Opens memory that pages can be mapped from: a descriptor, or a negative error number.
  package typealias Source = @Sendable () -> Int32

  private static let source = StateMutex<Source?>(nil)

  /// Whether new secrets take such memory, as far as there is some.
  package static var isInUse: Bool { current != nil }

  static var current: Source? { source.withLock { $0 } }

  /// Why a source gives no memory: an error number, or 0 when it does.
  package static func trial(of open: @escaping Source) -> Int32 { MemoryPages.trial(of: open) }

  /// Has secrets that are made from now on take their pages from a source, and ordinary ones where it gives none.
  ///
  /// - Parameter open: The source; it is tried with one page before.
  /// - Returns: 0, or the error number of the trial, after which nothing has changed.
  package static func use(_ open: @escaping Source) -> Int32 {
    let code = trial(of: open)
    if code == 0 { source.withLock { $0 = open } }
    return code
  }
}
