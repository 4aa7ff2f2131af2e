#if os(Linux)
import Foundation
import Glibc
import TestSupport
@testable import OmamoriDevice
import Testing

/// Programs that nobody attacks, of every kind that this machine has.
@Suite("Integrity of innocent programs", .serialized)
struct InnocentTests {
  /// What each says once it is warm, and how it is started.
  private static let programs: [(name: String, arguments: [String])] = [
    (
      "node",
      ["-e", "let s=0;for(let i=0;i<2e6;i++)s+=Math.sqrt(i)|0;console.log('warm');setInterval(()=>{},1e3)"]
    ),
    (
      "python3",
      ["-c", "import json, re, sqlite3, zlib; print('warm', flush=True); input()"]
    ),
    ("perl", ["-e", "$|=1; print \"warm\\n\"; <STDIN>"]),
  ]

  @Test("interpreters and engines, in a checker that saw their start", arguments: programs.indices)
  func engines(index: Int) async throws {
    let (name, arguments) = Self.programs[index]
    guard let path = Program.find(name) else { return }
    let program = try LineProgram([path] + arguments)
    let checker = try IntegrityChecker.observing(process: program.number)
    try program.wait(for: "warm")
    let report = await checker.check()
    #expect(report.threats(atLeast: .medium).isEmpty, "\(name): \(report.threats(atLeast: .medium))")
    #expect(report[.modifiedCode]?.state == .clean)
  }

  @Test("java", .enabled(if: Program.find("java") != nil))
  func java() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/omamori-java-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let source = """
      class Warm { public static void main(String[] a) throws Exception {
        double s = 0; for (int i = 0; i < 3000000; i++) s += Math.sqrt(i);
        System.out.println("warm " + s); System.in.read(); } }
      """
    try source.write(toFile: folder + "/Warm.java", atomically: true, encoding: .utf8)
    let program = try LineProgram([
      Program.find("java") ?? "", "-XX:+UseSerialGC", "-Xmx128m", folder + "/Warm.java",
    ])
    try program.wait(for: "warm", seconds: 60)
    let report = try await IntegrityChecker.observing(process: program.number).check()
    #expect(report.threats(atLeast: .medium).isEmpty, "\(report.threats(atLeast: .medium))")
    #expect(report[.anonymousCode]?.state == .detected && report[.anonymousCode]?.confidence == .low)
  }

  @Test("a browser and its helpers", .enabled(if: Program.find("chromium") != nil))
  func browser() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/omamori-browser-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let program = try LineProgram([
      Program.find("chromium") ?? "",
      "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder)",
      "--remote-debugging-port=0", "data:text/html,<script>for(let i=0;i<1e6;i++)Math.sqrt(i)</script>",
    ])
    var family: [pid_t] = []
    for _ in 0..<200 where family.count < 4 {
      usleep(25_000)
      family = Processes.descendants(of: program.number)
    }
    #expect(family.count >= 4)
    for process in family.reversed() {
      // A helper may have ended meanwhile; what it then says is not clean, and no threat either.
      guard let checker = try? IntegrityChecker.observing(process: process) else { continue }
      let report = await checker.check()
      #expect(report.threats(atLeast: .medium).isEmpty, "\(report.threats(atLeast: .medium))")
    }
    for process in family.dropFirst().reversed() { kill(process, SIGKILL) }
  }

  @Test("every process of this machine that nobody traces")
  func everything() async throws {
    // Attackers of other suites may be at work in this process's own family.
    let own = Set(Processes.descendants(of: getpid())).subtracting([getpid()])
    var looked = 0
    for process in Processes.all() where !own.contains(process) {
      guard let checker = try? IntegrityChecker.observing(process: process) else { continue }
      let report = await checker.check()
      guard report[.tracer]?.state == .clean else { continue }
      if report[.modifiedCode]?.state == .clean { looked += 1 }
      let threats = report.threats(atLeast: .medium)
      #expect(threats.isEmpty, "\(Processes.name(process)): \(threats)")
    }
    #expect(looked >= 1)
  }
}

/// The processes of this machine.
private enum Processes {
  static func all() -> [pid_t] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
  }

  static func name(_ process: pid_t) -> String {
    ((try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) ?? "?")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The process and those that it started, parents first.
  static func descendants(of process: pid_t) -> [pid_t] {
    var parents: [pid_t: pid_t] = [:]
    for each in all() {
      guard let stat = try? String(contentsOfFile: "/proc/\(each)/stat", encoding: .utf8),
        let end = stat.lastIndex(of: ")")
      else { continue }
      let fields = stat[stat.index(after: end)...].split(separator: " ")
      if fields.count > 1, let parent = pid_t(fields[1]) { parents[each] = parent }
    }
    var family = [process]
    var next = 0
    while next < family.count {
      family += parents.filter { $0.value == family[next] }.keys.sorted()
      next += 1
    }
    return family
  }
}
#endif
