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

/// What the machine is that a process runs on.
package struct MachineFacts: Sendable, Hashable {
  /// The name of the hypervisor below, such as `KVMKVMKVM`; `nil` when there is none.
  package var hypervisor: String?
  /// The kind of container around, such as `docker`; `nil` when there is no sign of one.
  package var container: String?

  /// Makes a value.
  package init(hypervisor: String? = nil, container: String? = nil) {
    (self.hypervisor, self.container) = (hypervisor, container)
  }
}

/// A file that a process has mapped, to be read at any place.
///
/// Safe to use from any thread.
package protocol ModuleFile: Sendable {
  /// Reads at most `count` bytes from `offset`; fewer at the end of the file.
  func read(at offset: UInt64, count: Int) throws(DeviceError) -> [UInt8]
}

/// The way in which something is asked.
package enum ObservationRoute: Sendable, Hashable {
  /// The kernel itself, by the processor's own instruction.
  case kernel
  /// The functions of the C library, as the rest of the program asks.
  case library
}

/// The user and the privileges of a process.
package struct ProcessCredentials: Sendable, Hashable {
  /// The number of the user it acts as.
  package let user: UInt32
  /// The privileges that it can use now, one a bit.
  package let capabilities: UInt64

  /// Makes a value.
  package init(user: UInt32, capabilities: UInt64) { (self.user, self.capabilities) = (user, capabilities) }
}

/// A variable of the environment that a process was started with.
package struct StartVariable: Sendable, Hashable {
  /// The name.
  package let name: String
  /// The value.
  package let value: String

  /// Makes a variable.
  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  /// The variables that begin with `LD_` or `DYLD_`; others are nobody's business and are not even decoded.
  ///
  /// - Parameter bytes: The variables as a kernel keeps them, each ended by a zero. All are looked at: whoever starts a
  ///   program could put any number of others in front.
  /// - Returns: The variables in their order.
  package static func ofLoader(in bytes: [UInt8]) -> [StartVariable] {
    var found: [StartVariable] = []
    var start = 0
    while start < bytes.count {
      var end = start
      var equals: Int?
      while end < bytes.count, bytes[end] != 0 {
        if bytes[end] == UInt8(ascii: "="), equals == nil { equals = end }
        end += 1
      }
      if let equals, isOfLoader(bytes[start..<equals]) {
        found.append(
          StartVariable(
            String(decoding: bytes[start..<equals], as: UTF8.self),
            String(decoding: bytes[(equals + 1)..<end], as: UTF8.self)))
      }
      start = end + 1
    }
    return found
  }

  private static func isOfLoader(_ name: ArraySlice<UInt8>) -> Bool {
    name.starts(with: Array("LD_".utf8)) || name.starts(with: Array("DYLD_".utf8))
  }
}

/// Lists of libraries as the loader of Linux reads them from its variables and files.
enum LoaderList {
  /// The paths in the value of a variable, which has no comments and no lines.
  static func paths(inVariable text: String) -> [String] {
    text.split(atBytes: ":", " ").map(String.init)
  }

  /// The paths in a file, which colons, spaces and line ends separate; comments end at the line.
  static func paths(inFile text: String) -> [String] {
    text.split(atBytes: "\n")
      .flatMap { line in
        Substring(line.utf8.prefix { $0 != UInt8(ascii: "#") }).split(atBytes: ":", " ", "\t")
      }
      .map(String.init)
  }
}
