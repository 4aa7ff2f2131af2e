#if os(Linux)
import Foundation
@testable import OmamoriDevice
import Testing

/// Processes as trees of files.
@Suite("Trees of /proc")
struct ProcFolderTests {
  private func tree(_ files: [String: String]) throws -> ProcFolder {
    let root = FileManager.default.temporaryDirectory.path + "/omamori-tree-\(UUID().uuidString)"
    for (path, text) in files {
      let folder = (root + "/" + path).split(separator: "/").dropLast().joined(separator: "/")
      try FileManager.default.createDirectory(atPath: "/" + folder, withIntermediateDirectories: true)
      try text.write(toFile: root + "/" + path, atomically: false, encoding: .utf8)
    }
    return .tree(root)
  }

  @Test("a process in a container that a debugger looks at")
  func traced() throws {
    let view = try tree([
      "proc/self/status": "Name:\ta\nTracerPid:\t77\nUid:\t0\t0\t0\t0\nCapEff:\t000001ffffffffff\n",
      "proc/self/environ": "HOME=/root\0LD_AUDIT=/x/a.so\0", "etc/ld.so.preload": "# none\n/lib/b.so\n",
      "proc/self/maps": "1000-2000 r-xp 00000000 00:00 0 \n", "proc/self/task/1/comm": "a\n",
      "proc/self/task/2/comm": "gum-js-loop\n", "run/.containerenv": "",
      "sys/class/dmi/id/sys_vendor": "QEMU\n",
      "proc/self/stat": "1 (a) b) S 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 4711 0\n", "proc/self/fd/0": "",
    ])
    let scene = IntegrityScene(view)
    let signals = IntegrityChecker.standardProbes.flatMap { $0.signals(of: scene) }
    let detected = Set(signals.filter { $0.state == .detected }.map(\.identifier))
    #expect(
      detected == [
        .tracer, .instrumentation, .preload, .anonymousCode, .rootUser, .capabilities, .container,
        .virtualMachine,
      ])
    #expect(try view.startTime() == 4711)
    #expect(try view.systemPreloads() == ["/lib/b.so"])
  }

  @Test("a tree that holds nothing answers nothing")
  func empty() throws {
    let scene = IntegrityScene(try tree(["proc/self/none": ""]))
    for signal in IntegrityChecker.standardProbes.flatMap({ $0.signals(of: scene) }) {
      #expect(signal.state != .detected && (signal.state != .clean || signal.identifier.kind == .environment))
    }
  }

  @Test("a mark of a container that cannot be looked at is no absence")
  func unreadableMark() throws {
    let view = try tree(["proc/self/none": ""])
    let path = view.root + "/.dockerenv"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    let signals = EnvironmentProbe().signals(of: IntegrityScene(view))
    #expect(signals.first { $0.identifier == .container }?.state.name == "error")
  }

  @Test("files beyond their limit are refused")
  func large() throws {
    let view = try tree(["proc/self/status": String(repeating: "a", count: 1 << 17)])
    #expect(throws: DeviceError.process(.unreadable)) { try view.tracer(.kernel) }
    #expect(throws: DeviceError.process(.unreadable)) { try view.tracer(.library) }
  }

  @Test("processes that are not there")
  func absent() {
    #expect(throws: DeviceError.process(.absent)) { try IntegrityChecker.observing(process: 0) }
    #expect(throws: DeviceError.process(.absent)) { try IntegrityChecker.observing(process: Int32.max) }
  }
}
#endif
