#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The signal that ends a process which writes to a connection or pipe that nobody reads any more.
///
/// Libraries for TLS and TPMs write with `write(2)`, so a server that hangs up would end the whole program. A thread of
/// our own blocks the signal for itself; the write then fails with `EPIPE`, which is an error like any other. What the
/// program does with the signal elsewhere stays as it is.
package enum BrokenPipeSignal {
  /// Blocks the signal on the calling thread until that ends.
  package static func blockOnThisThread() {
    var signals = sigset_t()
    // because the set is filled here and only read by the last call
    _ = unsafe sigemptyset(&signals)
    _ = unsafe sigaddset(&signals, SIGPIPE)
    _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
