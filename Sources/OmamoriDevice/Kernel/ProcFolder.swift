#if !canImport(Darwin)
import CDevice
import OmamoriCore

/// The view of a process through `/proc`, or through a tree of files of the same form.
package struct ProcFolder: ProcessView {
  /// Limits of what is read.
  private enum Limit {
    static let status = 1 << 16
    static let maps = 1 << 26
    static let variables = 1 << 22
    static let descriptors = 1 << 16
    static let threads = 1 << 16
    static let preloads = 1 << 16
  }

  package let subject: IntegritySubject
  /// The folder in the place of `/`, for trees of files.
  let root: String
  /// The process's own folder.
  let folder: String
  /// Whether this is a process, and not a tree of files.
  private let isLive: Bool
  package let pageSize: Int

  /// The calling process.
  package static let ownProcess = ProcFolder(.thisProcess, root: "", folder: "/proc/self", isLive: true)

  /// Another process, as it looks from outside.
  ///
  /// - Parameter number: Its number.
  /// - Returns: The view; whether there is such a process shows when it is used.
  package static func process(_ number: Int32) -> ProcFolder {
    ProcFolder(.process(number), root: "", folder: "/proc/\(number)", isLive: true)
  }

  /// A tree of files that stands for a machine, with the process in `proc/self`.
  ///
  /// - Parameter root: The path of the tree.
  /// - Returns: The view.
  package static func tree(_ root: String) -> ProcFolder {
    ProcFolder(.thisProcess, root: root, folder: root + "/proc/self", isLive: false)
  }

  private init(_ subject: IntegritySubject, root: String, folder: String, isLive: Bool) {
    (self.subject, self.root, self.folder, self.isLive) = (subject, root, folder, isLive)
    pageSize = KernelCalls.pageSize
  }

  /// The number of the process, for its memory; `nil` in a tree of files.
  ///
  /// Asked each time, since a child that was made by `fork` has another one.
  var number: Int32? {
    guard isLive else { return nil }
    return if case .process(let number) = subject { number } else { KernelCalls.process }
  }

  package func tracer(_ route: ObservationRoute) throws(DeviceError) -> Int32 {
    guard route == .kernel || KernelCalls.isDirect else { throw .unsupported }
    guard let tracer = StatusReader(try file("status", route, limit: Limit.status)).tracer else {
      throw .process(.unreadable)
    }
    return tracer
  }

  package func threadTracer() throws(DeviceError) -> Int32 {
    let tracer = try tracer(.kernel)
    guard tracer == 0 else { return tracer }
    for thread in try SystemFile(folder + "/task", .kernel, isFolder: true).names(limit: Limit.threads) {
      do throws(DeviceError) {
        let status = try file("task/\(thread)/status", .kernel, limit: Limit.status)
        guard let tracer = StatusReader(status).tracer else { throw .process(.unreadable) }
        if tracer != 0 { return tracer }
      } catch {
        // A thread may end before it is looked at.
        guard error == .process(.absent) else { throw error }
      }
    }
    return 0
  }

  package func credentials() throws(DeviceError) -> ProcessCredentials {
    guard let credentials = StatusReader(try file("status", .kernel, limit: Limit.status)).credentials else {
      throw .process(.unreadable)
    }
    return credentials
  }

  package func mappings(_ route: ObservationRoute) throws(DeviceError) -> [MemoryMapping] {
    guard route == .kernel || KernelCalls.isDirect else { throw .unsupported }
    let map = try SystemFile(folder + "/maps", route).contents(limit: Limit.maps, firstRead: 1 << 15)
    // Nothing is mapped when the first thread has ended, and in the kernel's own threads.
    guard !map.isEmpty else { throw .process(.unreadable) }
    return try MemoryMapReader.mappings(in: map)
  }

  package func startVariables() throws(DeviceError) -> [StartVariable] {
    StartVariable.ofLoader(in: try file("environ", .kernel, limit: Limit.variables))
  }

  package func systemPreloads() throws(DeviceError) -> [String] {
    do {
      let text = try SystemFile(processRoot + "/etc/ld.so.preload", .kernel).contents(limit: Limit.preloads)
      return LoaderList.paths(inFile: String(decoding: text, as: UTF8.self))
    } catch DeviceError.process(.absent) {
      return []
    } catch {
      throw error
    }
  }

  package func descriptorTargets() throws(DeviceError) -> [String] {
    let names = try SystemFile(folder + "/fd", .kernel, isFolder: true).names(limit: Limit.descriptors)
    return names.compactMap { name in
      // because a descriptor may be closed before it is looked at
      try? KernelCalls.link(folder + "/fd/" + name)
    }
  }

  package func threadNames() throws(DeviceError) -> [String] {
    let names = try SystemFile(folder + "/task", .kernel, isFolder: true).names(limit: Limit.threads)
    return names.compactMap { name in
      // because a thread may end before it is looked at
      guard let text = try? SystemFile("\(folder)/task/\(name)/comm", .kernel).contents(limit: 256) else {
        return nil
      }
      return String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)
    }
  }

  package func executable() throws(DeviceError) -> String {
    // because a kernel before 3.17 has no such name
    if let link = try? executableOfKernel() { return link }
    return try KernelCalls.link(folder + "/exe")
  }

  package func isTranslated() throws(DeviceError) -> Bool {
    try executableOfKernel() != KernelCalls.link(folder + "/exe")
  }

  /// The file that the kernel runs for this process.
  ///
  /// QEMU's user mode and valgrind answer themselves for the name that programs use, and hand this one on. Both names are
  /// one file for a kernel.
  private func executableOfKernel() throws(DeviceError) -> String {
    guard number != nil, subject == .thisProcess else { throw .unsupported }
    return try KernelCalls.link("/proc/thread-self/../../exe")
  }

  package func startTime() throws(DeviceError) -> UInt64 {
    let bytes = try file("stat", .kernel, limit: 1 << 14)
    // The name stands in parentheses and may hold anything, also parentheses and spaces.
    guard let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { throw .process(.unreadable) }
    let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 19, let time = UInt64(String(decoding: fields[19], as: UTF8.self)) else {
      throw .process(.unreadable)
    }
    guard !Self.hasEnded(fields) else { throw .process(.absent) }
    return time
  }

  /// Whether only the name of the process is left until somebody asks how it ended; where other threads go on after the
  /// first one, it has not.
  private static func hasEnded(_ fields: [ArraySlice<UInt8>]) -> Bool {
    let isOver = [UInt8(ascii: "Z"), UInt8(ascii: "X"), UInt8(ascii: "x")].contains(fields[0].first ?? 0)
    return isOver && Int(String(decoding: fields[17], as: UTF8.self)) ?? 0 <= 1
  }

  package func runsOnValgrind() throws(DeviceError) -> Bool {
    guard subject == .thisProcess, number != nil else { throw .unsupported }
    return KernelCalls.runsOnValgrind
  }

  /// Where the process sees its `/`.
  var processRoot: String {
    switch subject {
    case .thisProcess: root
    case .process: folder + "/root"
    }
  }

  func file(_ name: String, _ route: ObservationRoute, limit: Int) throws(DeviceError) -> [UInt8] {
    try SystemFile(folder + "/" + name, route).contents(limit: limit)
  }
}

extension ProcFolder {
  package func memory(at address: UInt64, count: Int) throws(DeviceError) -> [UInt8] {
    if let number {
      // Not through a file for the own process: files of a process that hides itself belong to root.
      if let bytes = try? KernelCalls.memory(of: number, at: address, count: count), bytes.count == count {
        return bytes
      }
    }
    // This way memory is read that may be run and not read.
    return try SystemFile(folder + "/mem", .kernel).read(at: address, count: count)
  }

  package func privatePages(of mapping: MemoryMapping) throws(DeviceError) -> [UInt64] {
    let page = UInt64(pageSize)
    let count = mapping.size / page
    guard count <= 1 << 24 else { throw .process(.unreadable) }
    let file = try SystemFile(folder + "/pagemap", .kernel)
    var pages: [UInt64] = []
    var first: UInt64 = 0
    while first < count {
      let wanted = Int(min(count - first, 1 << 13)) * 8
      let entries = try file.read(at: (mapping.start / page + first) * 8, count: wanted)
      guard entries.count == wanted else { throw .unsupported }
      pages += PageEntries(entries).privatePlaces.map { mapping.start + (first + UInt64($0)) * page }
      first += UInt64(wanted / 8)
    }
    return pages
  }

  package func moduleFile(of mapping: MemoryMapping) throws(DeviceError) -> any ModuleFile {
    let file = try ProcModuleFile(processRoot + mapping.path)
    // A file with another number has taken the name; only the number counts, since layered file systems disagree on the
    // device.
    guard number == nil || file.inode == mapping.inode else { throw .process(.absent) }
    return file
  }

  package func machine() throws(DeviceError) -> MachineFacts {
    var facts = MachineFacts()
    if number == nil {
      facts.hypervisor = textIfThere("/sys/class/dmi/id/sys_vendor")
    } else {
      do { facts.hypervisor = try KernelCalls.hypervisor() } catch DeviceError.unsupported {
        facts.hypervisor =
          textIfThere("/sys/hypervisor/type") ?? textIfThere("/proc/device-tree/hypervisor/compatible")
      }
    }
    let marks = [("/.dockerenv", "docker"), ("/run/.containerenv", "podman")]
    for (path, name) in marks where try isThere(path) { facts.container = facts.container ?? name }
    // because systemd's file is read last, and one that cannot be read hides no other
    let systemd = try? SystemFile(processRoot + "/run/systemd/container", .kernel).contents(limit: 4096)
    facts.container = facts.container ?? systemd.flatMap(Self.line)
    return facts
  }

  /// Whether the process sees a file; that nobody may look is no answer.
  private func isThere(_ path: String) throws(DeviceError) -> Bool {
    do {
      _ = try SystemFile(processRoot + path, .kernel)
      return true
    } catch DeviceError.process(.absent) {
      return false
    } catch {
      throw error
    }
  }

  private func textIfThere(_ path: String) -> String? {
    // because a machine without that file is a machine without that fact
    guard let bytes = try? SystemFile(root + path, .kernel).contents(limit: 4096) else { return nil }
    return Self.line(bytes)
  }

  /// The first line; `nil` when it is empty.
  private static func line(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0 }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }
}

/// A mapped file, opened by its name.
final class ProcModuleFile: ModuleFile {
  private let file: SystemFile
  /// The number of the file.
  let inode: UInt64

  /// Opens the file; throws for what is no regular file.
  init(_ path: String) throws(DeviceError) {
    let file = try SystemFile(path, .kernel)
    inode = try file.identity().inode
    self.file = file
  }

  func read(at offset: UInt64, count: Int) throws(DeviceError) -> [UInt8] {
    try file.read(at: offset, count: count)
  }
}
#endif
