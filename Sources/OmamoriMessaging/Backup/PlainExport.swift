import OmamoriCore

/// The plaintext of an export as an array, which the file encryption wants, wiped when its owner is gone.
///
/// Not to be shared between threads.
final class PlainExport {
  private(set) var bytes: [UInt8] = []
  private let capacity: Int

  /// Makes room for all bytes at once, so that growing leaves no copies behind.
  init(capacity: Int) {
    self.capacity = capacity
    bytes.reserveCapacity(capacity)
  }

  /// Takes over bytes.
  init(takingOver bytes: consuming [UInt8]) {
    self.bytes = bytes
    capacity = 0
  }

  deinit { wipe() }

  /// Wipes the bytes in their place.
  ///
  /// Call it when the work is done: an owner that is gone while somebody still reads the array wipes a copy only.
  func wipe() { Self.wipe(&bytes) }

  /// Appends bytes.
  func append(_ part: [UInt8]) { bytes += part }

  /// Appends bytes.
  func append(_ part: RawSpan) {
    // because the buffer is only read during the call
    unsafe part.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
  }

  /// Fills up with zeros to the capacity.
  func fill() { bytes += [UInt8](repeating: 0, count: max(0, capacity - bytes.count)) }

  @inline(never)
  private static func wipe(_ bytes: inout [UInt8]) {
    for index in bytes.indices { bytes[index] = 0 }
    withExtendedLifetime(bytes) {}
  }
}
