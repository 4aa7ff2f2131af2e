import OmamoriCore

/// What can be seen of a process; a port that the kernel's answers, a tree of files or a test fulfil.
///
/// What a platform cannot tell throws ``DeviceError/unsupported``. Safe to use from any thread; the calls may read files.
package protocol ProcessView: Sendable {
  /// The process that is looked at.
  var subject: IntegritySubject { get }
  /// The number of the process that traces it; 0 when none does, and -1 when one does whose number is not told.
  func tracer(_ route: ObservationRoute) throws(DeviceError) -> Int32
  /// Whether ``mappings(_:)`` tells all of its memory, and not only which files were loaded.
  var seesAllMemory: Bool { get }
  /// The number of the process that traces it or one of its threads; as ``tracer(_:)``, and slower.
  func threadTracer() throws(DeviceError) -> Int32
  /// What is mapped into its memory, in the order of addresses.
  func mappings(_ route: ObservationRoute) throws(DeviceError) -> [MemoryMapping]
  /// Its user and privileges.
  func credentials() throws(DeviceError) -> ProcessCredentials
  /// The variables that it was started with, in their order.
  func startVariables() throws(DeviceError) -> [StartVariable]
  /// Libraries that the system puts into every program.
  func systemPreloads() throws(DeviceError) -> [String]
  /// What its descriptors lead to.
  func descriptorTargets() throws(DeviceError) -> [String]
  /// The names of its threads.
  func threadNames() throws(DeviceError) -> [String]
  /// The file that it really runs.
  func executable() throws(DeviceError) -> String
  /// The file behind a mapping, when it is still the one that was mapped.
  func moduleFile(of mapping: MemoryMapping) throws(DeviceError) -> any ModuleFile
  /// A part of its memory.
  func memory(at address: UInt64, count: Int) throws(DeviceError) -> [UInt8]
  /// The addresses of pages in a mapping of a file that have become the process's own, so that they may differ from it.
  func privatePages(of mapping: MemoryMapping) throws(DeviceError) -> [UInt64]
  /// The size of a page in bytes.
  var pageSize: Int { get }
  /// What the machine is.
  func machine() throws(DeviceError) -> MachineFacts
  /// When it was started, in a unit of the system; together with its number it names the process for good.
  func startTime() throws(DeviceError) -> UInt64
  /// Whether valgrind runs it.
  func runsOnValgrind() throws(DeviceError) -> Bool
  /// Whether something between it and the kernel answers for the kernel, as what runs programs of another processor does.
  func isTranslated() throws(DeviceError) -> Bool
}

extension ProcessView {
  package var seesAllMemory: Bool { true }
  package func threadTracer() throws(DeviceError) -> Int32 { try tracer(.kernel) }
  package func mappings(_ route: ObservationRoute) throws(DeviceError) -> [MemoryMapping] {
    throw .unsupported
  }
  package func credentials() throws(DeviceError) -> ProcessCredentials { throw .unsupported }
  package func startVariables() throws(DeviceError) -> [StartVariable] { throw .unsupported }
  package func systemPreloads() throws(DeviceError) -> [String] { throw .unsupported }
  package func descriptorTargets() throws(DeviceError) -> [String] { throw .unsupported }
  package func threadNames() throws(DeviceError) -> [String] { throw .unsupported }
  package func executable() throws(DeviceError) -> String { throw .unsupported }
  package func moduleFile(of mapping: MemoryMapping) throws(DeviceError) -> any ModuleFile {
    throw .unsupported
  }
  package func memory(at address: UInt64, count: Int) throws(DeviceError) -> [UInt8] { throw .unsupported }
  package func privatePages(of mapping: MemoryMapping) throws(DeviceError) -> [UInt64] { throw .unsupported }
  package var pageSize: Int { 4096 }
  package func machine() throws(DeviceError) -> MachineFacts { throw .unsupported }
  package func startTime() throws(DeviceError) -> UInt64 { 0 }
  package func runsOnValgrind() throws(DeviceError) -> Bool { throw .unsupported }
  package func isTranslated() throws(DeviceError) -> Bool { throw .unsupported }
}
