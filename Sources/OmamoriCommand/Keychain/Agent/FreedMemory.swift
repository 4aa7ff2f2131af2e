#if canImport(Glibc)
import CommandLineKit
import Glibc
import OmamoriCore

/// What is left in memory that a process has given back.
enum FreedMemory {
  /// Overwrite memory when it is given back, keep none of it aside for each thread, where it is not overwritten, and keep no
  /// stacks of threads that have ended.
  private static let settings =
    "glibc.malloc.perturb=165:glibc.malloc.tcache_count=0:glibc.pthread.stack_cache_size=0"
  /// Says that the program was started again; the loader takes the settings away from programs with capabilities.
  private static let mark = "OMAMORI_AGENT_STARTED"

  /// Makes the allocator overwrite memory that is given back, so that names of items do not stay in it.
  ///
  /// glibc reads these settings when a program starts, so this starts the program again in the same process, with the
  /// same arguments and descriptors. Call it before anything is read or opened.
  ///
  /// Source: "Memory Allocation Tunables" of the GNU C Library's manual; mallopt(3), M_PERTURB.
  ///
  /// - Throws: ``CryptoFault`` when the program cannot be started again.
  static func overwrite(_ arguments: Arguments) throws {
    guard arguments.environment[mark] == nil else { return }
    let others = arguments.environment["GLIBC_TUNABLES"]
    // because all are strings that outlive the call
    unsafe setenv("GLIBC_TUNABLES", others.map { "\($0):\(settings)" } ?? settings, 1)
    unsafe setenv(mark, "1", 1)
    // A new program begins with the mask of the thread that starts it, and the threads of Swift's tasks block signals.
    var none = sigset_t()
    unsafe sigemptyset(&none)  // because it works on exactly the one set
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)  // because the same holds here
    // because the copies live until the program is replaced, and the list ends with nil
    var words = unsafe CommandLine.arguments.map { unsafe strdup($0) } + [nil]
    // The first keeps the program's name; the second also works when the program was updated meanwhile.
    for path in [
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"), "/proc/self/exe",
    ] {
      if let path { unsafe execv(path, &words) }  // because it returns only when it fails
    }
    throw CryptoFault.notStarted("omamori", errno)
  }
}
#endif
