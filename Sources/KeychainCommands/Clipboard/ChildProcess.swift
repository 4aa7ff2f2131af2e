import CommandLineKit
import CommandSupport
import Glibc
import OmamoriCore

/// Another program that this one starts; nothing secret is in its words or its environment.
struct ChildProcess {
  private let identifier: pid_t

  /// Where a program is, by the search path.
  static func find(_ name: String, _ environment: Environment) -> String? {
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { path in
      guard path.hasPrefix("/") else { return false }
      // because the name is a string that outlives the call
      return unsafe access(path, X_OK) == 0
    }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - words: Its name and its arguments.
  ///   - descriptors: What its standard input, output and error are; `nil` for nothing.
  ///   - extra: A descriptor that it gets as number 3.
  ///   - isDetached: Whether it has a session of its own, so that it outlives this process and its terminal.
  /// - Throws: `CommandLineError` when it cannot be started.
  init(
    _ path: String, _ words: [String], descriptors: [Int32?], extra: Int32? = nil, isDetached: Bool = false
  ) throws {
    Self.keepDescriptors()
    // because all three are made here and destroyed below
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for (number, descriptor) in descriptors.enumerated() {
      if let descriptor {
        // because it works on exactly the one structure
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      } else {
        // because the name is a string that outlives the call
        unsafe posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
      }
    }
    if let extra { unsafe posix_spawn_file_actions_adddup2(&actions, extra, 3) }
    // Programs begin with the usual signals, whatever this one ignores; 0x80 is POSIX_SPAWN_SETSID of <spawn.h>.
    var defaults = sigset_t()
    // because each call works on exactly the one set or structure
    unsafe sigemptyset(&defaults)
    for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM] { unsafe sigaddset(&defaults, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe sigemptyset(&defaults)
    unsafe posix_spawnattr_setsigmask(&attributes, &defaults)
    let flags = Int(POSIX_SPAWN_SETSIGDEF) | Int(POSIX_SPAWN_SETSIGMASK) | (isDetached ? 0x80 : 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    // because strdup's copies are freed below
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var identifier: pid_t = 0
    // because everything outlives the call, and the lists end with nil
    let code = unsafe posix_spawn(&identifier, path, &actions, &attributes, &arguments, environ)
    guard code == 0 else { throw CryptoFault.notStarted(words.first ?? path, code) }
    self.identifier = identifier
  }

  /// Keeps every descriptor but the first three from children, which may live on when this process is gone.
  private static func keepDescriptors() {
    // because without /proc there is nothing to be known of them
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    for descriptor in names.compactMap({ Int32($0) }) where descriptor > 2 {
      let flags = fcntl(descriptor, F_GETFD)
      if flags >= 0 { _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
    }
  }

  /// Waits for the end; gives the exit code, or 128 and the number of a signal.
  func wait() -> Int32 {
    var status: Int32 = 0
    // because exactly one number is written
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

extension CryptoFault {
  /// Another program could not be started.
  static func notStarted(_ name: String, _ code: Int32) -> CryptoFault {
    CryptoFault(
      .failure,
      HelpText(
        "\(Printable.quote(name)) could not be started (error \(code))",
        ja: "\(Printable.quote(name)) を起動できません（エラー \(code)）"),
      hint: HelpText("check that it is installed", ja: "インストールされているか確認してください"))
  }

  /// Another program did not do what it was asked for.
  static func failed(_ name: String, _ status: Int32) -> CryptoFault {
    CryptoFault(
      .failure,
      HelpText(
        "\(Printable.quote(name)) failed (exit code \(status))",
        ja: "\(Printable.quote(name)) が失敗しました（終了コード \(status)）"),
      hint: HelpText("run it by itself to see why", ja: "単独で実行して原因を確認してください"))
  }
}
