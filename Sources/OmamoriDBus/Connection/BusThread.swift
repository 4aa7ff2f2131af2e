#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// A thread of its own for a connection, since sd-bus knows no locks and waiting must not block Swift's tasks.
enum BusThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread; `false` when there is none to be had.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    // because the retained closure is released once: by the thread, or here when there is none
    let work = unsafe Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
      BrokenPipeSignal.blockOnThisThread()
      // because `start` passed a retained Work, which is taken over here
      if let pointer = unsafe pointer {
        unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
      }
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
