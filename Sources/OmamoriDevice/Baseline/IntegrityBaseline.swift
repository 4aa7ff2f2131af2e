/// What was mapped when the checker was made, so that later additions can be told from it.
///
/// A value; safe to share between threads.
package struct IntegrityBaseline: Sendable, Hashable {
  /// A file that code comes from.
  package struct Module: Sendable, Hashable {
    let device: UInt64
    let inode: UInt64
    let path: String

    init(_ mapping: MemoryMapping) {
      (device, inode, path) = (mapping.device, mapping.inode, mapping.path)
    }
  }

  /// The files that code came from.
  package let modules: Set<Module>
  /// How much memory of other origins could be run.
  package let anonymousCode: Int
  package let writableCode: Int

  /// Notes what is mapped.
  package init(_ mappings: [MemoryMapping]) {
    let code = mappings.filter(\.isExecutable)
    modules = Set(code.filter { $0.origin != .anonymous && $0.origin != .kernel }.map(Module.init))
    anonymousCode = code.count { $0.origin == .anonymous }
    writableCode = code.count { $0.access.contains(.write) }
  }
}
