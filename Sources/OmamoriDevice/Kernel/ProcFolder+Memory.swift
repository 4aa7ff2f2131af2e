#if !canImport(Darwin)
import CDevice
import OmamoriCore

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
#endif
