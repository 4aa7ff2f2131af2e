#if !canImport(Darwin)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// A thread of its own for calls that wait, since the pool of Swift's tasks must never be blocked.
enum TPMThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread; gives whether there is one.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    // because the retained closure is released once: by the thread, or here when there is none
    let work = unsafe Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
      guard let pointer = unsafe pointer else { return nil }
      BrokenPipeSignal.blockOnThisThread()
      // because it is the retained Work that pthread_create was given
      unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
      return nil
    }
    // because the entry point gets exactly the pointer given here
    guard unsafe pthread_create(&thread, nil, entry, work.toOpaque()) == 0 else {
      unsafe work.release()  // because no thread took it over
      return false
    }
    _ = pthread_detach(thread)
    return true
  }
}
#endif
