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
    if mapping.path.hasPrefix("/memfd:") {
      self = .memoryFile
    } else if mapping.path.hasPrefix("[v") || mapping.path == "[uprobes]" || mapping.path == "[sigpage]" {
      self = .kernel
    } else if mapping.path.hasPrefix("/SYSV") || mapping.path == "/dev/zero"
      || mapping.path.hasPrefix("/anon_hugepage")
    {
      self = .anonymous  // because these are shared memory, under a name that no file bears
    } else if mapping.path.hasPrefix("/") {
      self = mapping.isDeleted ? .deletedFile : .file
    } else {
      self = .anonymous
    }
  }
}
