import OmamoriCore

/// A range of a process's memory and what stands behind it.
///
/// A value; safe to share between threads.
package struct MemoryMapping: Sendable, Hashable {
  /// What may be done with the memory.
  package struct Access: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let read = Access(rawValue: 1)
    package static let write = Access(rawValue: 2)
    package static let execute = Access(rawValue: 4)
    package static let shared = Access(rawValue: 8)
  }

  /// The first address.
  package let start: UInt64
  /// The address behind the last one.
  package let end: UInt64
  /// What may be done.
  package let access: Access
  /// Where in the file it begins.
  package let offset: UInt64
  /// The device and the number of the file; 0 when there is none.
  package let device: UInt64
  package let inode: UInt64
  /// The path of the file without the mark of deletion, or a name in brackets; empty when there is neither.
  package let path: String
  /// Whether the file has no name any more.
  package let isDeleted: Bool

  /// Makes a mapping.
  package init(
    start: UInt64, end: UInt64, access: Access, offset: UInt64 = 0, device: UInt64 = 0, inode: UInt64 = 0,
    path: String = "", isDeleted: Bool = false
  ) {
    (self.start, self.end, self.access, self.offset) = (start, end, access, offset)
    (self.device, self.inode, self.path, self.isDeleted) = (device, inode, path, isDeleted)
  }

  /// The number of bytes.
  package var size: UInt64 { end - start }
  /// Whether it can be run.
  package var isExecutable: Bool { access.contains(.execute) }
  /// What it belongs to.
  package var origin: MappingOrigin { MappingOrigin(self) }
  /// The last part of the path.
  package var name: String { path.split(atBytes: "/").last.map(String.init) ?? path }
}
