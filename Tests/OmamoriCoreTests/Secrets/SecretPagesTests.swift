#if os(Linux)
import Glibc
import Testing

@testable import OmamoriCore

/// What the kernel says of the pages, and what happens to a process that misuses them.
@Suite struct SecretPagesTests {
  /// The kernel's flags of the mapping that holds `address`.
  private func flags(of address: UInt) throws -> Set<Substring> {
    let maps = String(decoding: try contents(of: "/proc/self/smaps"), as: UTF8.self)
    var isInside = false
    for line in maps.split(separator: "\n") {
      let words = line.split(separator: " ")
      let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      if bounds.count == 2 { isInside = (bounds[0]..<bounds[1]).contains(address) }
      if isInside, words[0] == "VmFlags:" { return Set(words.dropFirst()) }
    }
    return []
  }

  /// All bytes of a file of /proc, which hands out a page at a time and so looks shorter to other readers.
  private func contents(of path: String) throws -> [UInt8] {
    // because the path is only read during the call
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    var (all, part) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while true {
      // because the array is as long as the call is told
      let count = unsafe read(file, &part, part.count)
      guard count > 0 else { return all }
      all += part.prefix(count)
    }
  }

  @Test(.enabled(if: !Misuse.isSanitized, "sanitizers take mlock over"), arguments: [32, 100_000])
  func areLockedAndHidden(_ count: Int) throws {
    let secret = SecretBytes(count: count) { _ in }
    let flags = try flags(of: UInt(bitPattern: unsafe secret.slot.base))
    #expect(flags.contains("lo") == secret.isLocked)
    #expect(flags.isSuperset(of: ["dd", "wf", "rd", "wr"]), "\(flags)")
  }

  @Test(arguments: [32, 100_000])
  func haveGuardPagesAround(_ count: Int) throws {
    let pages = MemoryPages(atLeast: count)
    defer { pages.unmap() }
    let base = UInt(bitPattern: unsafe pages.base)
    for address in [base - 1, base + UInt(pages.byteCount)] {
      let flags = try flags(of: address)
      #expect(!flags.contains("rd") && !flags.contains("wr") && flags.contains("mr"), "\(flags)")
    }
  }

  @Test(.enabled(if: !Misuse.isSanitized, "sanitizers take mlock over"))
  func workAboveTheLimitForLockedMemory() async {
    await #expect(processExitsWith: .success) { try #require(Misuse.forbidLocking()) }
  }

  @Test func endTheProcessThatReadsASecretAfterOverrunningIt() async {
    await #expect(processExitsWith: .failure) { Misuse.overrun() }
  }

  @Test func areZeroInAForkedChild() async {
    await #expect(processExitsWith: .success) {
      try #require(try Misuse.forkedChildExits(reading: false) == 0)
    }
  }

  @Test func endTheForkedChildThatReadsASecret() async {
    await #expect(processExitsWith: .success) {
      try #require(try Misuse.forkedChildExits(reading: true) != 0)
    }
  }
}

/// What the exit tests do in their own processes.
private enum Misuse {
  /// Whether the thread or address sanitizer, whose `mlock` does nothing and succeeds, is linked.
  static var isSanitized: Bool {
    // because the symbols are looked up and never called
    unsafe dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
  }

  /// Takes the right to lock memory away and says whether secrets work all the same.
  static func forbidLocking() -> Bool {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    // because the structure outlives the call
    guard unsafe setrlimit(__rlimit_resource_t(8), &none) == 0 else { return false }  // 8 is RLIMIT_MEMLOCK.
    // Root may lock without limit, so the process becomes nobody.
    if getuid() == 0, setuid(65_534) != 0 { return false }
    for count in [32, 4096, 100_000] {
      let secret = SecretBytes(copying: Array(repeating: 0x5A, count: count))
      guard !secret.isLocked, secret.isEqual(to: secret.copy()) else { return false }
    }
    return true
  }

  /// Writes a byte beyond a secret, then reads the secret.
  static func overrun() {
    var secret = SecretBytes(count: 32) { _ in }
    secret.withMutableBytes { bytes in
      // because the buffer stays inside the closure
      unsafe bytes.withUnsafeMutableBytes { buffer in
        guard let base = buffer.baseAddress else { return }
        // because this is the fault to be found: the byte is in the canary, which the slot owns
        let old = unsafe base.load(fromByteOffset: 33, as: UInt8.self)
        unsafe base.storeBytes(of: ~old, toByteOffset: 33, as: UInt8.self)
      }
    }
    secret.withBytes { _ in }
  }

  /// Forks and gives the child's status: 0 when the secret reads as zeros there.
  static func forkedChildExits(reading: Bool) throws -> Int32 {
    typealias Fork = @convention(c) () -> pid_t
    // because fork has this type; Swift hides it since most programs should spawn instead
    let fork = unsafe unsafeBitCast(try #require(unsafe dlsym(nil, "fork")), to: Fork.self)
    let secret = SecretBytes(copying: Array(repeating: 0x5A, count: 32))
    let child = fork()
    if child == 0 {
      if reading { secret.withBytes { _ in } }
      var sum: UInt8 = 0
      // because the slot is alive and 48 bytes long with its canary
      for offset in 0..<48 { sum |= unsafe secret.slot.base.load(fromByteOffset: offset, as: UInt8.self) }
      _exit(sum == 0 ? 0 : 1)
    }
    var status: Int32 = -1
    // because the variable outlives the call
    guard unsafe waitpid(child, &status, 0) == child else { return -1 }
    return secret.isEqual(to: SecretBytes(copying: Array(repeating: 0x5A, count: 32))) ? status : -1
  }
}
#endif
