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
