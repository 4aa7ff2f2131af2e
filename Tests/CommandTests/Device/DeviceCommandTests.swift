import Foundation
import TestSupport
import Testing

/// Tests of `omamori device`.
@Suite("Device commands", .serialized, .timeLimit(.minutes(5))) struct DeviceCommandTests {
  private static func object(_ text: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  @Test func thisProcessIsLookedAt() throws {
    let sandbox = try TemporaryFolder()
    let ended = try Omamori.run("device", "check", "--json", in: sandbox)
    let report = try Self.object(ended.output)
    let signals = report["signals"] as? [[String: Any]] ?? []
    #expect(
      signals.contains { $0["signal"] as? String == "debugger.tracer" && $0["state"] as? String == "clean" })
    #expect(signals.contains { ($0["mastg"] as? [String])?.isEmpty == false })
    #expect([0, 3].contains(ended.status), "\(ended)")
    #expect(report["detected"] as? Int == 0)
    let japanese = try Omamori.run("device", "check", "--language", "ja", in: sandbox)
    #expect(japanese.output.contains("デバッガー") && japanese.output.contains("検出なし"))
  }

  /// A tracer is seen from outside, with its number as evidence.
  @Test(.enabled(if: Program.find("strace") != nil, "strace is not installed"))
  func aTracedProcessIsFound() throws {
    let sandbox = try TemporaryFolder()
    let traced = try Program(
      Program.find("strace") ?? "", ["-f", "-o", "/dev/null", "sleep", "60"], in: sandbox)
    defer { traced.signal(SIGTERM) }
    var child: String?
    for _ in 0..<500 where child == nil {
      usleep(10_000)
      let number = traced.number
      let children = try? String(contentsOfFile: "/proc/\(number)/task/\(number)/children", encoding: .utf8)
      // strace begins with children of its own, which it tries the kernel with.
      child = children?.split(separator: " ").map(String.init).first { child in
        (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)) == "sleep\n"
      }
    }
    let number = try #require(child)
    usleep(100_000)
    let ended = try Omamori.run("device", "check", "--pid", number, in: sandbox)
    #expect(ended.status == 1, "\(ended)")
    #expect(ended.output.contains("high confidence") && ended.output.contains("tracer process="))
    #expect(ended.output.contains("MASTG-"))
    let json = try Omamori.run("device", "check", "--pid", number, "--json", in: sandbox)
    #expect(json.status == 1)
    #expect((try Self.object(json.output)["detected"] as? Int ?? 0) >= 1)
  }

  #if arch(arm64)
  private static let emulator = Program.find("qemu-aarch64") ?? Program.find("qemu-aarch64-static")
  #else
  private static let emulator = Program.find("qemu-x86_64") ?? Program.find("qemu-x86_64-static")
  #endif

  /// QEMU's user mode answers for the kernel, also under another name.
  @Test(.enabled(if: emulator != nil, "qemu-user is not installed"), arguments: [false, true])
  func aTranslatedProcessIsFound(isRenamed: Bool) throws {
    let sandbox = try TemporaryFolder()
    var emulator = URL(filePath: try #require(Self.emulator)).resolvingSymlinksInPath().path
    if isRenamed {
      try FileManager.default.copyItem(atPath: emulator, toPath: sandbox.path("runner"))
      emulator = sandbox.path("runner")
    }
    let words = [Omamori.path, "device", "check", "--json"]
    let ended = try Program(emulator, words, in: sandbox).wait()
    #expect(ended.status == 1, "\(ended)")
    let signals = try Self.object(ended.output)["signals"] as? [[String: Any]] ?? []
    let signal = try #require(signals.first { $0["signal"] as? String == "instrumentation.agent" })
    #expect(signal["state"] as? String == "detected" && signal["confidence"] as? String == "medium")
    let plain = try Self.object(Omamori.run("device", "check", "--json", in: sandbox).output)
    #expect(plain["detected"] as? Int == 0)
  }

  @Test func whatIsNotThereIsNotClean() throws {
    let sandbox = try TemporaryFolder()
    let none = try Omamori.run("device", "check", "--pid", "2147483000", in: sandbox)
    #expect(none.status == 3 && none.errors.contains("no such process"), "\(none)")
    for word in ["0", "-1", "99999999999"] {
      let wrong = try Omamori.run("device", "check", "--pid=\(word)", in: sandbox)
      #expect(wrong.status == 2, "\(word)")
    }
  }

  @Test func authenticationRefusesByDefault() throws {
    let sandbox = try TemporaryFolder()
    let wrong = try Omamori.run("device", "authenticate", "--service", "../passwd", in: sandbox)
    #expect(wrong.status == 2)
    let polkit = try Omamori.run("device", "authenticate", "--method", "polkit", in: sandbox)
    #expect(polkit.status == 2 && polkit.errors.contains("--service"))
    let pin = try Omamori.run("device", "authenticate", "--method", "tpm-pin", in: sandbox)
    #expect(pin.status == 2 && pin.errors.contains("seal-pin"))
    try sandbox.write("not sealed", to: "sealed")
    let sealed = try Omamori.run(
      "device", "authenticate", "--method", "tpm-pin", "--sealed", "sealed", in: sandbox)
    #expect(sealed.status == 2)
  }

  /// A PAM configuration of the test's own: one service that admits, one that refuses.
  @Test func theOutcomeOfPAMIsTheAnswer() throws {
    let sandbox = try TemporaryFolder()
    let folder = sandbox.path("pam")
    try sandbox.write("auth required pam_permit.so\naccount required pam_permit.so\n", to: "pam/yes")
    try sandbox.write("auth required pam_deny.so\naccount required pam_deny.so\n", to: "pam/no")
    // because the name is a string that outlives the call
    _ = unsafe chmod(folder, 0o755)
    let user = NSUserName()
    let words = ["device", "authenticate", "--pam-folder", folder, "--user", user, "--service"]
    let yes = try Program(Omamori.path, words + ["yes"], in: sandbox).wait()
    #expect(yes.status == 0 && yes.errors == "", "\(yes)")
    let no = try Program(Omamori.path, words + ["no", "--json"], in: sandbox).wait()
    #expect(no.status == 1, "\(no)")
    let report = try Self.object(no.output)
    #expect(report["outcome"] as? String == "failed" && report["admits"] as? Bool == false)
    #expect(report["worth"] as? String == "gate")
    let japanese = try Program(Omamori.path, words + ["no", "--language", "ja"], in: sandbox).wait()
    #expect(japanese.status == 1 && japanese.errors.contains("拒否"))
    // because the name is a string that outlives the call
    _ = unsafe chmod(folder, 0o777)
    #expect(try Program(Omamori.path, words + ["yes"], in: sandbox).wait().status == 2)
  }
}
