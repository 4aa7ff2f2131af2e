import OmamoriCore
@testable import OmamoriDevice

/// A process whose answers a test writes down; for decisions, whatever the platform.
struct FakeProcess: ProcessView {
  /// A file in memory.
  struct File: ModuleFile {
    let bytes: [UInt8]
    func read(at offset: UInt64, count: Int) throws(DeviceError) -> [UInt8] {
      guard offset < UInt64(bytes.count) else { return [] }
      return Array(bytes[Int(offset)...].prefix(max(count, 0)))
    }
  }

  var subject = IntegritySubject.thisProcess
  var seesAllMemory = true
  var tracers: [ObservationRoute: Int32] = [.kernel: 0, .library: 0]
  var maps: [MemoryMapping] = []
  var mapsOfLibrary: [MemoryMapping]?
  var variables: [StartVariable] = []
  var preloads: [String] = []
  var descriptors: [String] = []
  var threads: [String] = []
  var program = "/usr/bin/app"
  /// `nil` where that cannot be told.
  var translated: Bool? = false
  var files: [String: File] = [:]
  var memories: [UInt64: [UInt8]] = [:]
  /// `nil` when the page map cannot be read.
  var changed: [UInt64]? = []
  var machineFacts = MachineFacts()
  var user = ProcessCredentials(user: 1000, capabilities: 0)
  var failure: DeviceError?

  private func answer<Value>(_ value: Value) throws(DeviceError) -> Value {
    if let failure { throw failure }
    return value
  }

  func tracer(_ route: ObservationRoute) throws(DeviceError) -> Int32 { try answer(tracers[route] ?? 0) }
  func mappings(_ route: ObservationRoute) throws(DeviceError) -> [MemoryMapping] {
    try answer(route == .library ? mapsOfLibrary ?? maps : maps)
  }
  func credentials() throws(DeviceError) -> ProcessCredentials { try answer(user) }
  func startVariables() throws(DeviceError) -> [StartVariable] { try answer(variables) }
  func systemPreloads() throws(DeviceError) -> [String] { try answer(preloads) }
  func descriptorTargets() throws(DeviceError) -> [String] { try answer(descriptors) }
  func threadNames() throws(DeviceError) -> [String] { try answer(threads) }
  func executable() throws(DeviceError) -> String { try answer(program) }
  func machine() throws(DeviceError) -> MachineFacts { try answer(machineFacts) }
  func isTranslated() throws(DeviceError) -> Bool {
    guard let translated else { throw .unsupported }
    return try answer(translated)
  }
  func moduleFile(of mapping: MemoryMapping) throws(DeviceError) -> any ModuleFile {
    guard let file = files[mapping.path] else { throw .process(.absent) }
    return file
  }
  func memory(at address: UInt64, count: Int) throws(DeviceError) -> [UInt8] {
    guard let bytes = memories[address] else { throw .system(code: 14) }
    return Array(bytes.prefix(count))
  }
  func privatePages(of mapping: MemoryMapping) throws(DeviceError) -> [UInt64] {
    guard let changed else { throw .unsupported }
    return changed.filter { (mapping.start..<mapping.end).contains($0) }
  }
}
