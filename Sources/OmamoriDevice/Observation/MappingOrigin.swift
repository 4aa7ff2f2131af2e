import OmamoriCore

/// What a mapping belongs to.
///
/// A value; safe to share between threads.
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
