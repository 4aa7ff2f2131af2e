import OmamoriCore

/// A range of a process's memory and what stands behind it.
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

/// What a mapping belongs to.
package enum MappingOrigin: Sendable, Hashable {
  /// A file with a name.
  case file
  /// A file whose name is gone.
  case deletedFile
  /// A file that never had a name, made in memory.
  case memoryFile
  /// The kernel's own, such as `[vdso]`.
  case kernel
  /// No file at all.
  case anonymous

  init(_ mapping: MemoryMapping) {
    if mapping.path.hasBytePrefix("/memfd:") {
      self = .memoryFile
    } else if mapping.path.hasBytePrefix("[v") || mapping.path == "[uprobes]" || mapping.path == "[sigpage]" {
      self = .kernel
    } else if mapping.path == "/dev/zero" || mapping.isDeleted && Self.isSharedMemory(mapping.path) {
      self = .anonymous
    } else if mapping.path.hasBytePrefix("/") {
      self = mapping.isDeleted ? .deletedFile : .file
    } else {
      self = .anonymous
    }
  }

  /// Whether the kernel calls shared memory so, which then never is a file that could be opened.
  private static func isSharedMemory(_ path: String) -> Bool {
    path.hasBytePrefix("/SYSV") || path.hasBytePrefix("/anon_hugepage")
  }
}

/// Where a file stands, told without its path, which may hold names of persons.
enum FolderKind: Sendable, Hashable {
  /// Folders that only the system's packages fill.
  case system
  /// Folders that everybody can write to.
  case temporary
  /// A person's folder.
  case home
  /// No folder: the file was made in memory.
  case memory
  /// Any other.
  case other

  init(_ path: String) {
    if path.hasBytePrefix("/memfd:") {
      self = .memory
    } else if path.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) }) {
      self = .other  // Where it leads is not where it begins.
    } else if Self.begins(
      path, ["/tmp", "/var/tmp", "/dev/shm", "/run/user", "/private/tmp", "/private/var/tmp"])
    {
      self = .temporary
    } else if Self.begins(path, ["/home", "/root", "/Users"]) {
      self = .home
    } else if Self.begins(path, ["/usr", "/lib", "/lib64", "/bin", "/sbin", "/System"]),
      !path.hasBytePrefix("/usr/local/")
    {
      self = .system
    } else {
      self = .other
    }
  }

  private static func begins(_ path: String, _ folders: [String]) -> Bool {
    folders.contains { path.hasBytePrefix($0 + "/") }
  }

  /// The name in evidence.
  var label: SecurityEvent.Value {
    switch self {
    case .system: .label("system")
    case .temporary: .label("temporary")
    case .home: .label("home")
    case .memory: .label("memory")
    case .other: .label("other")
    }
  }
}

extension MappingOrigin {
  /// The name in evidence.
  var label: SecurityEvent.Value {
    switch self {
    case .file: .label("file")
    case .deletedFile: .label("deleted-file")
    case .memoryFile: .label("memory-file")
    case .kernel: .label("kernel")
    case .anonymous: .label("anonymous")
    }
  }
}

/// Entries of a process's page map in the form of proc_pid_pagemap(5), 64 bits a page.
package struct PageEntries: Sendable {
  private let bytes: [UInt8]

  /// Takes whole entries; what is left over at the end is not looked at.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The places of pages that have become the process's own: in memory and not a page of the file, or swapped out, which
  /// happens to own pages only.
  package var privatePlaces: [Int] {
    var places: [Int] = []
    // The flags stand in the highest byte: bit 63 in memory, 62 swapped out, 61 a page of a file or shared.
    for index in 0..<bytes.count / 8 {
      let flags = bytes[8 * index + Self.highestByte] & 0xE0
      if flags == 0x80 || flags == 0x40 || flags == 0xC0 { places.append(index) }
    }
    return places
  }

  private static let highestByte = Int(littleEndian: 1) == 1 ? 7 : 0
}
