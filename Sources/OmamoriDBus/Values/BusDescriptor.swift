#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file that came over the bus, closed when its last owner is gone.
///
/// Safe to share between threads.
package final class BusDescriptor: Sendable {
  /// The number of the open file, valid as long as this object.
  package let number: Int32

  /// Takes over an open file.
  package init(owning number: Int32) { self.number = number }

  /// Duplicates an open file; `nil` when there are no descriptors left.
  init?(duplicating number: Int32) {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { return nil }
    self.number = copy
  }

  deinit { _ = close(number) }
}

extension BusDescriptor: Equatable {
  /// Says whether both are the same object.
  package static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }
}
