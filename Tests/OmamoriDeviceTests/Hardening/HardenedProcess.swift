#if os(Linux)
import Foundation
import Glibc
import OmamoriCore
import Synchronization
import Testing

@testable import OmamoriDevice

/// What the exit tests do in processes of their own.
enum HardenedProcess {
  // Constants of prctl(2) that Swift does not import.
  private static let (setDumpable, setTracer): (CInt, CInt) = (4, 0x5961_6d61)

  private typealias Control = @convention(c) (CInt, CLong, CLong, CLong, CLong) -> CInt

  private static func control(_ option: CInt, _ argument: CLong) throws -> CInt {
    // because prctl takes these arguments by the rules of functions with a fixed number of them, too
    let function = unsafe unsafeBitCast(try #require(unsafe dlsym(nil, "prctl")), to: Control.self)
    return function(option, argument, 0, 0, 0)
  }

  /// Becomes an ordinary user whom others of that user may trace, as they may in a session of a person.
  ///
  /// - Returns: The thread that certainly has become one; a debugger may attach to any of a process.
  static func becomeOrdinary() throws -> pid_t {
    if getuid() == 0 {
      let isNobody = setgid(65_534) == 0 && setuid(65_534) == 0
      try #require(isNobody)
    }
    let answer = try control(setDumpable, 1)
    try #require(answer == 0)
    // Where the kernel admits a parent only (Yama), everybody is admitted.
    _ = try control(setTracer, -1)
    // It leads to PROCESS/task/THREAD.
    let place = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    return try #require(place.split(separator: "/").last.flatMap { pid_t($0) })
  }

  /// The error numbers of the two ways to writable code: a mapping that is both, and one that becomes executable.
  static func writableCodeErrors() throws -> [CInt] {
    let size = Int(getpagesize())
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    var errors: [CInt] = []
    // because no address is passed in and nothing is read
    let both = unsafe mmap(nil, size, PROT_READ | PROT_WRITE | PROT_EXEC, flags, -1, 0)
    errors.append(unsafe both == MAP_FAILED ? errno : 0)  // because it is only compared with
    // because no address is passed in
    let writable = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0)
    // because MAP_FAILED is only compared with
    guard let page = unsafe writable, unsafe page != MAP_FAILED else { return [] }
    // because the page is this function's own
    errors.append(unsafe mprotect(page, size, PROT_READ | PROT_EXEC) == 0 ? 0 : errno)
    return errors
  }

  static func isRefused(_ errors: [CInt]) -> Bool { errors.allSatisfy { $0 == EPERM || $0 == EACCES } }

  /// Does what programs do: allocates, runs tasks and a thread, loads a library, starts a program.
  static func worksOn() async throws {
    let sum = await withTaskGroup(of: Int.self) { group in
      for count in 1...8 { group.addTask { Array(repeating: 1, count: count * 100_000).reduce(0, +) } }
      return await group.reduce(0, +)
    }
    try #require(sum == 3_600_000)
    try #require("a1b2".matches(of: /[a-z]\d/).count == 2)
    let done = DispatchSemaphore(value: 0)
    startThread { done.signal() }
    let outcome = done.wait(timeout: .now() + 10)
    try #require(outcome == .success)
    // because the name is a literal and the handle is only compared with
    let isLoaded = unsafe dlopen("libanl.so.1", RTLD_NOW) != nil
    try #require(isLoaded)
    let child = try Process.run(URL(fileURLWithPath: "/bin/true"), arguments: [])
    child.waitUntilExit()
    try #require(child.terminationStatus == 0)
    let secret = SecretBytes(copying: [1, 2, 3])
    let count = secret.count
    try #require(count == 3)
  }

  private static func startThread(_ body: @escaping @Sendable () -> Void) { Thread(block: body).start() }

  /// A thread that was there before the process hardened itself, and then tries to make code of its own.
  final class OlderThread: Sendable {
    private let (begin, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    private let errors = Mutex<[CInt]>([])

    init() {
      startThread { [self] in
        begin.wait()
        let found = (try? writableCodeErrors()) ?? []
        errors.withLock { $0 = found }
        done.signal()
      }
    }

    func tries() throws -> [CInt] {
      begin.signal()
      let outcome = done.wait(timeout: .now() + 10)
      try #require(outcome == .success)
      return errors.withLock { $0 }
    }
  }

  /// Where a secret lies.
  static func address(of secret: borrowing SecretBytes) -> UInt {
    secret.withBytes { bytes in
      // because only the number is used
      unsafe bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }
  }

  /// The first two bytes of a secret, as a debugger shows them.
  static func shown(_ bytes: [UInt8]) -> String {
    bytes.prefix(2).map { "0x" + hex($0) }.joined(separator: "\t")
  }

  private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  /// Bytes that no program has by chance and that stand in no source.
  static func marker() -> [UInt8] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<32).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
  }
}
#endif
